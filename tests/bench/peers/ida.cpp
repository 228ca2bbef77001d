/// SUNDIALS' IDA on the engine's own equations: jobs.hpp, with jobs {until, step, tolerance, index,
/// loose}.
///
/// Formulation of Gear, Gupta and Leimkuhler (1985), with an analytic Jacobian:
///
///   z' = Z w + c'^T eta      M w' = f(z, w, nu, t)      0 = (c' z'; a)      0 = c(z)
///
/// It has index 2 in (z, w, nu, eta), and index 1 in (z, w, and integrals of nu and eta), whose
/// derivatives are the multipliers (Gear 1988). The index-1 form works at every tolerance; the
/// other one sometimes fails, but takes fewer steps.
///
/// z', f, the constraints and their derivatives are those that the engine's methods integrate: only
/// the integrators differ. c'^T is that of the last Jacobian: eta is zero on the solution, so any
/// matrix that restores the positions serves. All position constraints are kept, including inert
/// ones. Multipliers do not count in the error test, and in Newton's method have a tolerance
/// `loose` times as large. Small systems have a dense matrix, others a sparse one (KLU).
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>

#include "dae/accelerations.hpp"
#include "jobs.hpp"
#include "model/model.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"
#include "system/build.hpp"

namespace porthos::bench {
namespace {

using system::Segment;
using system::Sizes;
using system::System;
using system::Workspace;

constexpr int kDense = 40;  // unknowns: a dense matrix is faster up to here

/// The system of a model, and the places of its columns.
struct Problem {
  system::Assembled assembled;
  std::unique_ptr<System> system;
  simulate::Start start;

  explicit Problem(const Json& request) {
    Problems problems;
    const auto json = model::parse_json(request["text"].get<std::string>(), problems);
    model::Files files;
    for (const auto& [name, text] : request["files"].items()) files.texts[name] = text;
    const auto component = model::read_model(*json, files, problems);
    if (has_errors(problems)) throw std::runtime_error(problems.front().found);
    system::TypeCache cache;
    assembled = system::assemble(*component, {}, cache, problems);
    system = system::build(assembled);
    start = simulate::find_start(*system, assembled, problems);
  }

  std::vector<double> columns(const Json& names, Workspace& at) const {
    system->compute_rates(at);
    system->compute_readouts(at);
    std::map<std::string, double> values;
    for (std::size_t i = 0; i < assembled.outputs.size(); ++i)
      values[assembled.outputs[i].name] =
          system->segment(at, Segment::kReadout)[assembled.output_index[i]];
    for (std::size_t i = 0; i < assembled.z.size(); ++i)
      values[assembled.z[i].name] = system->segment(at, Segment::kZ)[static_cast<int>(i)];
    std::vector<double> row;
    for (const auto& name : names) row.push_back(values.at(name));
    return row;
  }
};

/// y = (z, w, nu, eta) or their integrals, the residual and its matrix dF/dy + cj dF/dy'.
class Equations {
 public:
  Equations(const Problem& problem, bool is_integrated)
      : is_integrated_(is_integrated),
        system_(*problem.system),
        n_(system_.sizes()),
        at_(system_.workspace()),
        jacobian_(system_.jacobian()),
        kinematics_(system_.kinematics()) {
    std::vector<Entry> places = jacobian_.entries();
    const auto add = [&](const Sparse& part, int row, int column, bool is_transposed) {
      for (const auto& [i, j] : part.entries())
        places.push_back(is_transposed ? Entry{row + j, column + i} : Entry{row + i, column + j});
    };
    add(system_.mass(), n_.z, n_.z, false);
    add(kinematics_.c_prime, 0, eta(), true);
    add(kinematics_.c_prime, eta(), 0, false);
    for (int i = 0; i < n_.z; ++i) places.push_back({i, i});
    matrix_ = Sparse(size(), size(), places);
    for (const Entry& place : places)
      slots_.push_back(static_cast<std::size_t>(matrix_.find(place)));
  }

  int size() const { return eta() + n_.c; }
  int dynamic() const { return n_.z + n_.w; }
  int eta() const { return n_.z + n_.w + n_.nu(); }
  const Sparse& matrix() const { return matrix_; }

  /// A consistent y and y'.
  void begin(const Problem& problem, double* y, double* rate) {
    load(0, problem.start.z.data(), problem.start.w.data(), VecX::Zero(n_.nu()).eval().data());
    const dae::Projection projection(system_);
    dae::Accelerations accelerations(system_, projection.metric());
    const VecX w_rate = accelerations.compute(at_);
    system_.compute_kinematics(at_, kinematics_);
    std::fill(y, y + size(), 0.0);
    std::fill(rate, rate + size(), 0.0);
    copy(Segment::kZ, y);
    copy(Segment::kW, y + n_.z);
    double* nu = (is_integrated_ ? rate : y) + dynamic();
    copy(Segment::kLambda, nu);
    copy(Segment::kMu, nu + n_.lambda);
    copy(Segment::kZdot, rate);
    std::copy(w_rate.begin(), w_rate.end(), rate + n_.z);
  }

  void load(double t, const double* y, const double* rate) {
    load(t, y, y + n_.z, multipliers(y, rate) + dynamic());
  }
  Workspace& at() { return at_; }

  bool residual(double t, const double* y, const double* rate, double* r) {
    load(t, y, rate);
    system_.compute_rates(at_);
    const auto z_rate = system_.segment(at_, Segment::kZdot);
    const auto force = system_.segment(at_, Segment::kForce);
    for (int i = 0; i < n_.z; ++i) r[i] = rate[i] - z_rate[i];
    const Sparse& c = kinematics_.c_prime;
    for (int i = 0; i < n_.c; ++i)
      for (int k = c.start[at(i)]; k < c.start[at(i + 1)]; ++k)
        r[c.column[at(k)]] -= c.value[at(k)] * multipliers(y, rate)[eta() + i];
    const Sparse& mass = system_.mass();
    for (int i = 0; i < n_.w; ++i) {
      double sum = -force[i];
      for (int k = mass.start[at(i)]; k < mass.start[at(i + 1)]; ++k)
        sum += mass.value[at(k)] * rate[n_.z + mass.column[at(k)]];
      r[n_.z + i] = sum;
    }
    copy(Segment::kGapRate, r + dynamic());
    copy(Segment::kRow, r + dynamic() + n_.lambda);
    copy(Segment::kGap, r + eta());
    return std::all_of(r, r + size(), [](double x) { return std::isfinite(x); });
  }

  void compute_matrix(double t, double cj, const double* y, const double* rate) {
    load(t, y, rate);
    system_.compute_rates(at_);
    system_.linearize(at_, jacobian_);
    system_.compute_kinematics(at_, kinematics_);
    matrix_.set_zero();
    const double scale = is_integrated_ ? cj : 1;  // of the multipliers' columns
    std::size_t next = 0;
    const auto add = [&](double value) { matrix_.value[slots_[next++]] += value; };
    for (std::size_t k = 0; k < jacobian_.value.size(); ++k) {
      const bool is_row = slots_[next] >= static_cast<std::size_t>(matrix_.start[at(dynamic())]);
      const bool is_multiplier = matrix_.column[slots_[next]] >= dynamic();
      add((is_row ? 1 : -1) * (is_multiplier ? scale : 1) * jacobian_.value[k]);
    }
    for (const double value : system_.mass().value) add(cj * value);
    for (const double value : kinematics_.c_prime.value) add(-scale * value);
    for (const double value : kinematics_.c_prime.value) add(value);
    for (int i = 0; i < n_.z; ++i) add(cj);
  }

 private:
  const double* multipliers(const double* y, const double* rate) const {
    return is_integrated_ ? rate : y;
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void load(double t, const double* z, const double* w, const double* nu) {
    system_.set_time(at_, t);
    const auto put = [&](Segment segment, const double* from, int count) {
      system_.segment(at_, segment) = Eigen::Map<const VecX>(from, count);
    };
    put(Segment::kZ, z, n_.z);
    put(Segment::kW, w, n_.w);
    put(Segment::kLambda, nu, n_.lambda);
    put(Segment::kMu, nu + n_.lambda, n_.mu);
  }
  void copy(Segment segment, double* to) const {
    const auto values = system_.segment(at_, segment);
    std::copy(values.begin(), values.end(), to);
  }

  bool is_integrated_;
  const System& system_;
  const Sizes n_;
  Workspace at_;
  Sparse jacobian_, matrix_;
  system::Kinematics kinematics_;
  std::vector<std::size_t> slots_;  // places in the matrix for compute_matrix(), in its order
};

int residual(double t, N_Vector y, N_Vector rate, N_Vector r, void* data) {
  const bool is_finite = static_cast<Equations*>(data)->residual(
      t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), N_VGetArrayPointer(r));
  return is_finite ? 0 : 1;
}

int matrix(double t, double cj, N_Vector y, N_Vector rate, N_Vector, SUNMatrix to, void* data,
           N_Vector, N_Vector, N_Vector) {
  auto& equations = *static_cast<Equations*>(data);
  equations.compute_matrix(t, cj, N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
  const Sparse& from = equations.matrix();
  if (SUNMatGetID(to) == SUNMATRIX_DENSE) {
    for (int i = 0; i < from.rows; ++i)
      for (auto k = static_cast<std::size_t>(from.start[static_cast<std::size_t>(i)]);
           k < static_cast<std::size_t>(from.start[static_cast<std::size_t>(i) + 1]); ++k)
        SM_ELEMENT_D(to, i, from.column[k]) = from.value[k];
  } else {
    std::copy(from.start.begin(), from.start.end(), SM_INDEXPTRS_S(to));
    std::copy(from.column.begin(), from.column.end(), SM_INDEXVALS_S(to));
    std::copy(from.value.begin(), from.value.end(), SM_DATA_S(to));
  }
  return 0;
}

Answer run(const Problem& problem, const Json& columns, const Json& job) {
  Equations equations(problem, job["index"] == 1);
  const int n = equations.size();
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(n, context), rate = N_VClone(y), kind = N_VClone(y),
           tolerances = N_VClone(y);
  equations.begin(problem, N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
  const double tolerance = job["tolerance"];
  N_VConst(0, kind);
  N_VConst(tolerance, tolerances);
  for (int i = 0; i < n; ++i) {
    const bool is_dynamic = i < equations.dynamic();
    N_VGetArrayPointer(kind)[i] = is_dynamic;
    if (!is_dynamic) N_VGetArrayPointer(tolerances)[i] *= job.value("loose", 1.0);
  }

  void* ida = IDACreate(context);
  IDAInit(ida, residual, 0, y, rate);
  IDASVtolerances(ida, tolerance, tolerances);
  IDASetUserData(ida, &equations);
  IDASetId(ida, kind);
  IDASetSuppressAlg(ida, SUNTRUE);
  IDASetMaxNumSteps(ida, 10000000);
  IDASetErrFile(ida, nullptr);
  const Sparse& pattern = equations.matrix();
  const bool is_dense = n <= kDense;
  SUNMatrix a = is_dense ? SUNDenseMatrix(n, n, context)
                         : SUNSparseMatrix(n, n, static_cast<sunindextype>(pattern.value.size()),
                                           CSR_MAT, context);
  SUNLinearSolver solver = is_dense ? SUNLinSol_Dense(y, a, context) : SUNLinSol_KLU(y, a, context);
  IDASetLinearSolver(ida, solver, a);
  IDASetJacFn(ida, matrix);

  Answer answer;
  const double until = job["until"], step = job["step"];
  const auto observe = [&](double t) {
    equations.load(t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
    answer.rows.push_back(problem.columns(columns, equations.at()));
  };
  observe(0);
  int flag = IDA_SUCCESS;
  for (int row = 1; row * step < until * (1 + 1e-12) && flag >= 0; ++row) {
    const double begin = cpu_seconds();
    double t = 0;
    flag = IDASolve(ida, row * step, &t, y, rate, IDA_NORMAL);
    answer.seconds += cpu_seconds() - begin;
    if (flag >= 0) observe(t);
  }
  char* name = IDAGetReturnFlagName(flag);
  answer.outcome = flag >= 0 ? "finished" : name;
  std::free(name);
  if (flag < 0) {
    double t = 0;
    IDAGetCurrentTime(ida, &t);
    answer.message = "at t = " + std::to_string(t) + " s";
  }
  long steps = 0;
  IDAGetNumSteps(ida, &steps);
  answer.steps = static_cast<double>(steps);

  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(a);
  for (N_Vector vector : {y, rate, kind, tolerances}) N_VDestroy(vector);
  SUNContext_Free(&context);
  return answer;
}

}  // namespace
}  // namespace porthos::bench

int main() {
  using namespace porthos::bench;
  const Json request = read_request();
  const Problem problem(request);
  run_jobs(request, [&](const Json& job) { return run(problem, request["columns"], job); });
}
