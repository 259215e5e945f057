# SPDX-License-Identifier: Apache-2.0
# One target a folder: its sources are what lies in the folder, its edges are those of harness/layers.txt.

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WARPGRADE_CCACHE ccache)
  if(WARPGRADE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${WARPGRADE_CCACHE})
  endif()
endif()

# Warnings are errors everywhere; sanitizers are a preset's choice. What runs in the learner's process takes
# the warnings alone: a sanitizer's shadow lies where device addresses are reserved.
add_library(warpgrade_warnings INTERFACE)
target_compile_options(warpgrade_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                    -Wno-sign-conversion
                                                   $<IF:$<BOOL:${WARPGRADE_WERROR}>,-Werror,-w>)
target_include_directories(warpgrade_warnings INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
add_library(warpgrade_options INTERFACE)
target_link_libraries(warpgrade_options INTERFACE warpgrade_warnings)
if(WARPGRADE_SANITIZE)
  # g++ 12 sees uninitialised reads in std::regex once the sanitizers have rewritten it.
  target_compile_options(warpgrade_options INTERFACE -Wno-maybe-uninitialized -fsanitize=address,undefined
                                                     -fno-sanitize-recover=undefined)
  target_link_options(warpgrade_options INTERFACE -fsanitize=address,undefined)
endif()
if(WARPGRADE_COVERAGE)
  target_compile_options(warpgrade_options INTERFACE --coverage)
  target_link_options(warpgrade_options INTERFACE --coverage)
endif()

# warpgrade_library(<folder> [<library to link>...]): the folder of harness/ as the target
# warpgrade_<folder with _ for />, made of every *.cpp in it (not below it) except *_main.cpp.
function(warpgrade_library folder)
  string(REPLACE "/" "_" name "warpgrade_${folder}")
  set(here ${PROJECT_SOURCE_DIR}/harness/${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${here}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_main\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC warpgrade_options ${ARGN})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE warpgrade_options ${ARGN})
  endif()
endfunction()

# warpgrade_test(<folder> [<library to link>...]): tests/<folder>/*_test.cpp as one ctest entry.
function(warpgrade_test folder)
  string(REPLACE "/" "_" name "${folder}_test")
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE warpgrade_options GTest::gtest GTest::gtest_main ${ARGN})
  target_compile_definitions(${name} PRIVATE WARPGRADE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             WARPGRADE_BINARY_DIR="${PROJECT_BINARY_DIR}")
  add_test(NAME ${folder} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()
