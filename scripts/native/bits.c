// Sets of bits are large integers, and most of what is asked of them has a short answer: does `units & staffs` hold
// anything, which bit is that. mypyc's own operations make a Python integer of every answer; these make one only where
// the answer is long, and leave everything else (negative numbers, errors) to mypyc's, renamed `…slow_`.

#include <Python.h>
#include "CPy.h"

CPyTagged CPyTagged_BitwiseLongOp_slow_(CPyTagged a, CPyTagged b, char op);
CPyTagged CPyTagged_Rshift_slow_(CPyTagged left, CPyTagged right);
CPyTagged CPyTagged_Lshift_slow_(CPyTagged left, CPyTagged right);

// A result of so many digits, the highest of them not zero: short where a tagged integer surely holds it.
static CPyTagged finished(PyLongWriter *writer, Py_ssize_t size) {
    PyObject *made = PyLongWriter_Finish(writer);
    return size > 3 ? (CPyTagged)made | CPY_INT_TAG : CPyTagged_StealFromObject(made);
}

// What a small number and a large one share is small: the lowest digits have it.
static CPyTagged low_bits(CPyTagged small, CPyTagged large) {
    PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(large);
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(number), found = 0;
    if (size < 0 || CPyTagged_ShortAsSsize_t(small) < 0)
        return CPyTagged_BitwiseLongOp_slow_(small, large, '&');
    for (Py_ssize_t i = size < 3 ? size : 3; i-- > 0;)
        found = (Py_ssize_t)((size_t)found << PyLong_SHIFT | CPY_LONG_DIGIT(number, i));
    return CPyTagged_ShortFromSsize_t(found & CPyTagged_ShortAsSsize_t(small));
}

CPyTagged CPyTagged_BitwiseLongOp_(CPyTagged a, CPyTagged b, char op) {
    if (op != '&')
        return CPyTagged_BitwiseLongOp_slow_(a, b, op);
    if (CPyTagged_CheckShort(a))
        return low_bits(a, b);
    if (CPyTagged_CheckShort(b))
        return low_bits(b, a);
    PyLongObject *one = (PyLongObject *)CPyTagged_LongAsObject(a);
    PyLongObject *other = (PyLongObject *)CPyTagged_LongAsObject(b);
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(one), theirs = CPY_LONG_SIZE_SIGNED(other);
    if (size < 0 || theirs < 0)
        return CPyTagged_BitwiseLongOp_slow_(a, b, op);
    if (theirs < size)
        size = theirs;
    const digit *left = &CPY_LONG_DIGIT(one, 0), *right = &CPY_LONG_DIGIT(other, 0);
    while (size > 0 && (left[size - 1] & right[size - 1]) == 0)
        size--;
    if (size <= 2) {
        Py_ssize_t found = 0;
        while (size-- > 0)
            found = found << PyLong_SHIFT | (Py_ssize_t)(left[size] & right[size]);
        return CPyTagged_ShortFromSsize_t(found);
    }
    void *digits = NULL;
    PyLongWriter *writer = PyLongWriter_Create(0, size, &digits);
    if (writer == NULL)
        CPyError_OutOfMemory();
    for (Py_ssize_t i = 0; i < size; i++)
        ((digit *)digits)[i] = left[i] & right[i];
    return finished(writer, size);
}

CPyTagged CPyTagged_Rshift_(CPyTagged left, CPyTagged right) {
    if (CPyTagged_CheckShort(left) || !CPyTagged_CheckShort(right))
        return CPyTagged_Rshift_slow_(left, right);
    PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(left);
    Py_ssize_t all = CPY_LONG_SIZE_SIGNED(number), by = CPyTagged_ShortAsSsize_t(right);
    if (all < 0 || by < 0)
        return CPyTagged_Rshift_slow_(left, right);
    Py_ssize_t skipped = by / PyLong_SHIFT, rest = by % PyLong_SHIFT;
    if (skipped >= all)
        return 0;
    const digit *from = &CPY_LONG_DIGIT(number, 0) + skipped;
    all -= skipped;
    Py_ssize_t size = from[all - 1] >> rest ? all : all - 1;
    // The digit at i takes its upper bits from the one above; what flows over 32 bits lies beyond the mask anyway.
#define SHIFTED(i) ((from[i] >> rest | (rest && (i) + 1 < all ? from[(i) + 1] << (PyLong_SHIFT - rest) : 0)) & PyLong_MASK)
    if (size <= 2) {
        Py_ssize_t found = 0;
        while (size-- > 0)
            found = found << PyLong_SHIFT | (Py_ssize_t)SHIFTED(size);
        return CPyTagged_ShortFromSsize_t(found);
    }
    void *digits = NULL;
    PyLongWriter *writer = PyLongWriter_Create(0, size, &digits);
    if (writer == NULL)
        CPyError_OutOfMemory();
    for (Py_ssize_t i = 0; i < size; i++)
        ((digit *)digits)[i] = SHIFTED(i);
#undef SHIFTED
    return finished(writer, size);
}

CPyTagged CPyTagged_Lshift_(CPyTagged left, CPyTagged right) {
    Py_ssize_t bit = CPyTagged_CheckShort(left) ? CPyTagged_ShortAsSsize_t(left) : 0;
    Py_ssize_t by = CPyTagged_CheckShort(right) ? CPyTagged_ShortAsSsize_t(right) : -1;
    if (bit != 1 || by < 4 * PyLong_SHIFT || by > 1 << 20)
        return CPyTagged_Lshift_slow_(left, right);
    Py_ssize_t size = by / PyLong_SHIFT + 1;  // `1 << hex`: one bit far up
    void *digits = NULL;
    PyLongWriter *writer = PyLongWriter_Create(0, size, &digits);
    if (writer == NULL)
        CPyError_OutOfMemory();
    memset(digits, 0, size * sizeof(digit));
    ((digit *)digits)[size - 1] = (digit)1 << by % PyLong_SHIFT;
    return finished(writer, size);
}
