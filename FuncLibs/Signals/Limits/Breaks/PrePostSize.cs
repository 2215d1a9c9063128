using System.Numerics;

namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>Size of a <see cref="PrePostBuffer"/>.</summary>
/// <param name="Columns">Columns, 1 or more.</param>
/// <param name="Pre">Samples before the trigger, 0 or more.</param>
/// <param name="Post">Samples from the trigger on, itself among them, 1 or more.</param>
/// <param name="MaxBlock">Longest block, 1 or more.</param>
public readonly record struct PrePostSize(int Columns, int Pre, int Post, int MaxBlock)
{
    /// <summary>Most memory of one buffer in bytes.</summary>
    public const long MaxBytes = 256L << 20;

    /// <summary>Samples of a column that are kept: a power of two that holds pre, post and a block, so that a trigger anywhere in a block
    /// finds all of its pre.</summary>
    public long Room => (long)BitOperations.RoundUpToPowerOf2((ulong)Pre + (ulong)Post + (ulong)MaxBlock);

    /// <summary>Memory it takes in bytes.</summary>
    public Int128 Bytes => (Int128)Columns * Room * sizeof(double);

    /// <summary>What is wrong with it; null when a buffer can be made.</summary>
    public string? Fault
    {
        get
        {
            if (Columns < 1 || Pre < 0 || Post < 1 || MaxBlock < 1)
                return $"capture of {Columns} columns, {Pre} samples before and {Post} behind, blocks of {MaxBlock}: "
                    + "all but the samples before must be 1 or more";
            return Bytes <= MaxBytes ? null : $"capture needs {Bytes} bytes, more than {MaxBytes}; keep fewer columns or less time";
        }
    }
}
