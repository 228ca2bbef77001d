/// The cost of a model: one JSON text in, one line of JSON out.
///
///   in   {text, files, options of the run, skip, steps, seconds}
///   out  {outcome, read, step: s of CPU, iterations of Newton's method in a step, heap: bytes in
///        use, peak: bytes of the process}
///
/// After `skip` steps the next `steps` are measured. This is repeated until `seconds` of CPU time
/// have been measured; the best time counts.
#include <malloc.h>
#include <sys/resource.h>

#include "integrate/stage_matrix.hpp"
#include "jobs.hpp"
#include "simulate/session.hpp"

namespace {

long corrections = 0;  // of Newton's method

/// Bytes on the heap.
double heap() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

}  // namespace

// The linker lets every call of StageMatrix::solve come through counted_solve (--wrap).
#define SOLVE \
  "_ZNK7porthos9integrate11StageMatrix5solveERKN5Eigen6MatrixIdLin1ELin1ELi0ELin1ELin1EEEdRS4_"
void solve(const porthos::integrate::StageMatrix* self, const porthos::MatX& residual, double h,
           porthos::MatX& correction) __asm__("__real_" SOLVE);
void counted_solve(const porthos::integrate::StageMatrix* self, const porthos::MatX& residual,
                   double h, porthos::MatX& correction) __asm__("__wrap_" SOLVE);
void counted_solve(const porthos::integrate::StageMatrix* self, const porthos::MatX& residual,
                   double h, porthos::MatX& correction) {
  ++corrections;
  solve(self, residual, h, correction);
}

int main() {
  using porthos::bench::cpu_seconds;
  using porthos::bench::Json;
  const Json request = porthos::bench::read_request();
  const int skip = request["skip"], steps = request["steps"];
  const double heap_before = heap(), begin = cpu_seconds();
  porthos::Session session(request["text"].get<std::string>(), request["files"].dump());
  const double read = cpu_seconds() - begin;

  double best = 1e9, iterations = 0, used_heap = 0;
  std::string outcome;
  for (double used = 0; used < request["seconds"].get<double>();) {
    session.start(request["options"].dump());
    session.advance(skip);
    used_heap = heap() - heap_before;
    corrections = 0;
    const double from = cpu_seconds();
    const std::string status = session.advance(steps);
    const double seconds = cpu_seconds() - from;
    best = std::min(best, seconds);
    iterations = static_cast<double>(corrections) / steps;
    used += seconds;
    outcome = Json::parse(status)["outcome"];
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const Json answer{
      {"outcome", outcome},   {"read", read},
      {"step", best / steps}, {"iterations", iterations},
      {"heap", used_heap},    {"peak", 1024.0 * static_cast<double>(usage.ru_maxrss)}};
  std::puts(answer.dump().c_str());
}
