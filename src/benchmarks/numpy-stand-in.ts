/**
 * What EvalPlus's tests use of NumPy, in plain Python: the sandbox has the standard library alone. `assert_allclose` is
 * |actual - desired| <= atol + rtol * |desired|, over nested lists and tuples, with infinities and NaN equal to
 * themselves, as NumPy documents it. Programs get no stand-in: one that imports NumPy fails.
 */
export const NUMPY_STAND_IN = `
def _stand_in_for_numpy():
    import math, sys

    class ndarray:
        pass

    class float32(float):
        pass

    class float64(float):
        pass

    def flat(value):
        if isinstance(value, (list, tuple)):
            return [leaf for item in value for leaf in flat(item)]
        return [value]

    def shape(value):
        return [shape(item) for item in value] if isinstance(value, (list, tuple)) else None

    def near(actual, desired, rtol, atol):
        if isinstance(actual, complex) or isinstance(desired, complex):
            return abs(actual - desired) <= atol + rtol * abs(desired)
        actual, desired = float(actual), float(desired)
        if math.isnan(actual) or math.isnan(desired):
            return math.isnan(actual) and math.isnan(desired)
        if math.isinf(actual) or math.isinf(desired):
            return actual == desired
        return abs(actual - desired) <= atol + rtol * abs(desired)

    def allclose(actual, desired, rtol=1e-05, atol=1e-08, **_):
        if not isinstance(actual, (list, tuple)) or not isinstance(desired, (list, tuple)):
            one = flat(actual) if isinstance(actual, (list, tuple)) else None
            other = flat(desired) if isinstance(desired, (list, tuple)) else None
            # One number beside a list stands for each of its members.
            pairs = [(item, desired) for item in one] if one is not None else [(actual, item) for item in other or [desired]]
        else:
            if shape(actual) != shape(desired):
                return False
            pairs = list(zip(flat(actual), flat(desired)))
        return all(near(a, b, rtol, atol) for a, b in pairs)

    def assert_allclose(actual, desired, rtol=1e-07, atol=0, **_):
        assert allclose(actual, desired, rtol, atol), "not equal to tolerance"

    numpy, testing = type(sys)("numpy"), type(sys)("numpy.testing")
    testing.assert_allclose = assert_allclose
    numpy.ndarray, numpy.float32, numpy.float64 = ndarray, float32, float64
    numpy.allclose, numpy.testing = allclose, testing
    numpy.inf, numpy.nan = math.inf, math.nan
    sys.modules["numpy"], sys.modules["numpy.testing"] = numpy, testing

_stand_in_for_numpy()
del _stand_in_for_numpy
`;
