using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Programs.States;

/// <summary>Something in a program that remembers from block to block.</summary>
internal interface IProgramMemory
{
    /// <summary>Whose memory it is.</summary>
    StateKey Key { get; }

    /// <summary>Samples are missing before the next one.</summary>
    void Gap();

    /// <summary>Back to the beginning.</summary>
    void Reset();

    /// <summary>Goes on with the memory of one with the same key that will not run again.</summary>
    void TakeOver(IProgramMemory former);

    /// <summary>Writes everything.</summary>
    void Save(StateWriter target);

    /// <summary>Takes over what was saved; after a failure all is as at the beginning.</summary>
    bool TryLoad(ReadOnlySpan<byte> saved);
}
