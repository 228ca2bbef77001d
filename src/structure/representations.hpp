#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "structure/dirac.hpp"

// The representations of one Dirac structure. (T-09; [004] Sec. 3) None is unique: J is unique only
// modulo Im g, omega modulo Im p^T, the others up to a change of basis. Compare structures, not
// matrices.

namespace porthos::structure {

/// A representation, or the reason why none exists.
template <class T>
struct Available {
  std::optional<T> value;
  std::string why;

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
};

/// (f; e) = [K; L] x, K and L (n x dimension).
struct Image {
  MatX K, L;
};
/// F f = E e, (2n - dimension x n); representation I.
struct Kernel {
  MatX F, E;
};
/// f = J e + g x, g^T e = 0; representation II. J (n x n) skew, g (n x dim G0) orthonormal.
struct Constrained {
  MatX J, g;
};
/// e = omega f + p^T x, p f = 0; representation III. omega (n x n) skew, p (dim P0 x n)
/// orthonormal.
struct Presymplectic {
  MatX omega, p;
};
/// f = J e, or, if `is_inverse`, e = J f; J (n x n) skew.
struct InputOutput {
  bool is_inverse = false;
  MatX J;
};
/// (f_a; e_b) = J (e_a; f_b): the effort is the input of the ports `a`, the flow that of the ports
/// `b`; J (n x n) skew. It always exists. Of all choices this is the one with the smallest
/// condition number; for more than eight ports, one whose J has no entry above 2.
struct Hybrid {
  std::vector<Index> a, b;
  MatX J;
  double condition = 1;
  MatX error = {};         // of the entries of J, as in SkewForm; empty for data
  std::string doubt = "";  // as in SkewForm
};

Image to_image(const Dirac& dirac);
Kernel to_kernel(const Dirac& dirac);
Available<Constrained> to_constrained(const Dirac& dirac);
Available<Presymplectic> to_presymplectic(const Dirac& dirac);
Available<InputOutput> to_input_output(const Dirac& dirac);
Available<Hybrid> to_hybrid(const Dirac& dirac);

inline Dirac make(const Image& r) { return Dirac::image(r.K, r.L); }
inline Dirac make(const Kernel& r) { return Dirac::kernel(r.F, r.E); }
inline Dirac make(const Constrained& r) { return Dirac::constrained(r.J, r.g); }
inline Dirac make(const Presymplectic& r) { return Dirac::presymplectic(r.omega, r.p); }
Dirac make(const InputOutput& r);
Dirac make(const Hybrid& r);

}  // namespace porthos::structure
