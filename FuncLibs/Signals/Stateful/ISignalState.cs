namespace FuncLibs.Signals.Stateful;

/// <summary>
/// A function that remembers: one instance for each variable and place in its expression, one thread. Values come in blocks of any length,
/// and the lengths never change a result. After the constructor, which checks its arguments,
/// nothing throws for a value and no block takes memory.
/// </summary>
public interface ISignalState
{
    /// <summary>How the quality of what comes out follows from what went in.</summary>
    QualityRule Quality { get; }

    /// <summary>Most bytes that it holds at any time, or that <see cref="Save"/> writes, whichever is more.</summary>
    long MaxBytes => SignalState.SmallBytes;

    /// <summary>Back to the state the constructor left.</summary>
    void Reset();

    /// <summary>Samples are missing before the next one: windows and filters begin anew, counts, integrals and extremes go on.</summary>
    void Gap();

    /// <summary>Writes everything the next result depends on.</summary>
    void Save(StateWriter target);

    /// <summary>Takes over what <see cref="Save"/> of a function with the same arguments wrote.</summary>
    /// <returns>False when the bytes are of another function or damaged; the state is then as after <see cref="Reset"/>.</returns>
    bool TryLoad(ref StateReader source);
}
