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
if(WARPGRADE_FUZZ)
  # Without comparisons traced: the mutator knows the words of PTX, and they cost a third of the speed.
  set(fuzz_checks -fsanitize=address,undefined -fno-sanitize-recover=undefined
                  -fsanitize-coverage=inline-8bit-counters,pc-table)
  target_compile_options(warpgrade_options INTERFACE ${fuzz_checks})
  target_compile_definitions(warpgrade_options INTERFACE _GLIBCXX_ASSERTIONS)
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

# warpgrade_embed(<target> <symbol> <source.cu> <nvcc option>...): compiles device code into a fat binary
# that lies in <target> as `extern "C" const unsigned char <symbol>_begin[], <symbol>_end[]`.
function(warpgrade_embed target symbol source)
  set(fatbin ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.fatbin)
  add_custom_command(
    OUTPUT ${fatbin}
    COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -fatbin -std=c++20 -O3 -lineinfo --expt-relaxed-constexpr
            -I${PROJECT_SOURCE_DIR} -MD -MF ${fatbin}.d -MT ${fatbin} ${ARGN} -o ${fatbin} ${source}
    DEPENDS ${source} DEPFILE ${fatbin}.d VERBATIM
    COMMENT "Compiling device code ${symbol}")
  set(embedded ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  file(CONFIGURE OUTPUT ${embedded} CONTENT [[
asm(".section .rodata.@symbol@,\"a\",@progbits\n"
    ".balign 64\n"
    ".globl @symbol@_begin\n@symbol@_begin:\n"
    ".incbin \"@fatbin@\"\n"
    ".globl @symbol@_end\n@symbol@_end:\n"
    ".byte 0\n.previous\n");
]] @ONLY)
  set_source_files_properties(${embedded} PROPERTIES OBJECT_DEPENDS ${fatbin})
  target_sources(${target} PRIVATE ${embedded})
endfunction()
