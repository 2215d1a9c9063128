using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Simulator.Measuring.Stages;

/// <summary>The loop of every stage. Where the machine has narrower vectors the runtime does each eight in halves or quarters.</summary>
internal static class SampleLanes
{
    /// <summary>0 to 7 times a step, for counters. For set-up: many machines have no product of 64-bit lanes.</summary>
    public static Vector512<ulong> Multiples(ulong step) => Vector512.Create(step) * Vector512<ulong>.Indices;

    /// <summary>Runs a stage over samples in place; the last eight may be partial.</summary>
    public static void Run<TStage>(TStage stage, Span<double> samples)
        where TStage : struct, ISampleStage
    {
        ref double at = ref MemoryMarshal.GetReference(samples);
        int i = 0;
        for (; i <= samples.Length - Vector512<double>.Count; i += Vector512<double>.Count)
            stage.Next(Vector512.LoadUnsafe(ref at, (nuint)i)).StoreUnsafe(ref at, (nuint)i);
        if (i < samples.Length)
            Rest(ref stage, samples[i..]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Rest<TStage>(ref TStage stage, Span<double> samples)
        where TStage : struct, ISampleStage
    {
        Vector512<double> some = default;
        Span<double> lanes = MemoryMarshal.CreateSpan(ref Unsafe.As<Vector512<double>, double>(ref some), Vector512<double>.Count);
        samples.CopyTo(lanes);
        some = stage.Next(some);
        lanes[..samples.Length].CopyTo(samples);
    }
}
