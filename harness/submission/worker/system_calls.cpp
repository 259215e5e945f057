// SPDX-License-Identifier: Apache-2.0
// The system call filter: one row a call.
#include "harness/submission/worker/hardening.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpgrade::worker {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "no system call filter for this architecture"
#endif

/// When a call goes through.
enum class Rule : std::uint8_t {
  never,
  absent,        ///< Never, as if the kernel lacked it: the C library then does without.
  on_self,       ///< If argument 0 is this process.
  for_threads,   ///< If argument 0 has CLONE_THREAD.
  to_read,       ///< If argument 2 is null.
  keeps_parent,  ///< Unless argument 0 is PR_SET_PDEATHSIG.
};

struct Row {
  long call;
  Rule rule;
};
constexpr std::array kRows = std::to_array<Row>({
#ifdef SYS_fork
    {SYS_fork, Rule::never},
    {SYS_vfork, Rule::never},
#endif
    {SYS_clone, Rule::for_threads},
    {SYS_clone3, Rule::absent},
    {SYS_execve, Rule::never},
    {SYS_execveat, Rule::never},
    {SYS_kill, Rule::on_self},
    {SYS_tgkill, Rule::on_self},
    {SYS_tkill, Rule::never},
    {SYS_rt_sigqueueinfo, Rule::never},
    {SYS_rt_tgsigqueueinfo, Rule::never},
    {SYS_pidfd_send_signal, Rule::never},
    {SYS_pidfd_getfd, Rule::never},
    {SYS_ptrace, Rule::never},
    {SYS_process_vm_readv, Rule::never},
    {SYS_process_vm_writev, Rule::never},
    {SYS_process_madvise, Rule::never},
    {SYS_prlimit64, Rule::to_read},
    {SYS_setrlimit, Rule::never},
    {SYS_prctl, Rule::keeps_parent},
    {SYS_setsid, Rule::never},
    {SYS_setpgid, Rule::never},
    {SYS_socket, Rule::never},
    {SYS_add_key, Rule::never},
    {SYS_keyctl, Rule::never},
    {SYS_request_key, Rule::never},
    {SYS_io_uring_setup, Rule::never},
    {SYS_bpf, Rule::never},
    {SYS_perf_event_open, Rule::never},
    {SYS_userfaultfd, Rule::never},
    {SYS_mount, Rule::never},
    {SYS_umount2, Rule::never},
    {SYS_unshare, Rule::never},
    {SYS_setns, Rule::never},
    {SYS_chroot, Rule::never},
    {SYS_pivot_root, Rule::never},
});

constexpr std::uint32_t kOtherAbi = 0x40000000;  ///< x32's calls, on x86-64.

constexpr sock_filter statement(unsigned code, std::uint32_t k) {
  return {static_cast<std::uint16_t>(code), 0, 0, k};
}

/// Skips `yes` instructions if the test holds, `no` if not.
constexpr sock_filter jump(unsigned code, std::uint32_t k, std::uint8_t yes, std::uint8_t no) {
  return {static_cast<std::uint16_t>(BPF_JMP | BPF_K | code), yes, no, k};
}

constexpr sock_filter load(std::size_t offset) {
  return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

constexpr sock_filter answer(std::uint32_t value) { return statement(BPF_RET | BPF_K, value); }

constexpr sock_filter kAllow = answer(SECCOMP_RET_ALLOW);
constexpr sock_filter kRefuse = answer(SECCOMP_RET_ERRNO | EPERM);

/// Low word of argument `i`; all three that are looked at are 32-bit, but for pointers.
constexpr std::size_t argument(int i) {
  return offsetof(seccomp_data, args) + static_cast<std::size_t>(i) * sizeof(std::uint64_t);
}

/// What is done once the call's number matched.
std::vector<sock_filter> decide(Rule rule) {
  const auto self = static_cast<std::uint32_t>(getpid());
  switch (rule) {
    case Rule::never:
      break;
    case Rule::absent:
      return {answer(SECCOMP_RET_ERRNO | ENOSYS)};
    case Rule::on_self:
      return {load(argument(0)), jump(BPF_JEQ, self, 0, 1), kAllow, kRefuse};
    case Rule::for_threads:
      return {load(argument(0)), jump(BPF_JSET, CLONE_THREAD, 0, 1), kAllow, kRefuse};
    case Rule::keeps_parent:
      return {load(argument(0)), jump(BPF_JEQ, PR_SET_PDEATHSIG, 1, 0), kAllow, kRefuse};
    case Rule::to_read:
      return {load(argument(2)),
              jump(BPF_JEQ, 0, 0, 3),
              load(argument(2) + sizeof(std::uint32_t)),
              jump(BPF_JEQ, 0, 0, 1),
              kAllow,
              kRefuse};
  }
  return {kRefuse};
}

std::vector<sock_filter> program() {
  std::vector<sock_filter> code{
      load(offsetof(seccomp_data, arch)), jump(BPF_JEQ, kArchitecture, 1, 0), kRefuse,
      load(offsetof(seccomp_data, nr)),   jump(BPF_JGE, kOtherAbi, 0, 1),     kRefuse};
  for (const auto& row : kRows) {
    const auto decision = decide(row.rule);
    const auto length = static_cast<std::uint8_t>(decision.size());
    code.push_back(jump(BPF_JEQ, static_cast<std::uint32_t>(row.call), 0, length));
    code.insert(code.end(), decision.begin(), decision.end());
  }
  code.push_back(kAllow);
  return code;
}

}  // namespace

bool filter_system_calls() {
  auto code = program();
  const sock_fprog filter{static_cast<unsigned short>(code.size()), code.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

}  // namespace warpgrade::worker
