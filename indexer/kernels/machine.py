"""What numba has no words for: reading and writing memory by address, fetching it early, counting bits.

An address is an integer. Nothing here checks anything: who calls stays inside the memory of the table.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_INT64 = ir.IntType(64)


def _load(bits: int, returned: Any) -> Any:
    @intrinsic
    def load(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(builder.inttoptr(args[0], ir.IntType(bits).as_pointer()))
            value.align = 1
            return builder.zext(value, _INT64) if bits < 64 else value

        return returned(types.int64), generate

    return load


def _store(bits: int) -> Any:
    @intrinsic
    def store(typing: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.IntType(bits)
            value = builder.trunc(args[1], kind) if bits < 64 else args[1]
            stored = builder.store(value, builder.inttoptr(args[0], kind.as_pointer()))
            stored.align = 1
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return store


load8, load32, load64 = _load(8, types.int64), _load(32, types.int64), _load(64, types.uint64)
load_signed64 = _load(64, types.int64)
store8, store32, store64 = _store(8), _store(32), _store(64)


@intrinsic
def load_float(typing: Any, address: Any) -> Any:
    """Return the float64 at an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], ir.DoubleType().as_pointer()))

    return types.float64(types.int64), generate


@intrinsic
def float_of_upper_half(typing: Any, half: Any) -> Any:
    """Return the float32 whose upper 16 bits are given, the others 0, as float64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = builder.shl(builder.trunc(args[0], ir.IntType(32)), ir.Constant(ir.IntType(32), 16))
        return builder.fpext(builder.bitcast(word, ir.FloatType()), ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def trailing_zeros(typing: Any, value: Any) -> Any:
    """Return how many low bits are 0; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def bit_length(typing: Any, value: Any) -> Any:
    """Return how many bits a number takes; 0 for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(_INT64, 64), zeros)

    return types.int64(types.int64), generate


@intrinsic
def prefetch(typing: Any, address: Any) -> Any:
    """Ask for the cache line at an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        flags = [ir.Constant(word, number) for number in (0, 3, 1)]  # to read, keep, data
        builder.call(function, [builder.inttoptr(args[0], pointer), *flags])
        return context.get_dummy_value()

    return types.void(types.int64), generate


@intrinsic
def store_float(typing: Any, address: Any, value: Any) -> Any:
    """Write a float64 to an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], ir.DoubleType().as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, types.float64), generate
