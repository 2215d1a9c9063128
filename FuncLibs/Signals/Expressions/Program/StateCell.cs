using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// One stateful function, at its place in a program, with the state of its quality.
/// </summary>
/// <param name="identity">Whose state it is.</param>
/// <param name="state">The function.</param>
internal sealed class StateCell(StateIdentity identity, ISignalState state) : IProgramState
{
    /// <inheritdoc/>
    public StateIdentity Identity { get; } = identity;

    /// <inheritdoc/>
    public bool IsResult => State is IResultState;

    /// <summary>The function.</summary>
    public ISignalState State { get; private set; } = state;

    /// <summary>Memory of its quality.</summary>
    public QualityTracker Tracker { get; private set; } = new(state.Quality);

    /// <inheritdoc/>
    public void Gap()
    {
        State.Gap();
        Tracker.Gap();
    }

    /// <inheritdoc/>
    public void Reset()
    {
        State.Reset();
        Tracker.Reset();
    }

    /// <inheritdoc/>
    public void AdoptState(IProgramState former)
    {
        if (former is StateCell cell)
            (State, Tracker) = (cell.State, cell.Tracker);
    }

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        State.Save(target);
        Tracker.Save(target);
    }

    /// <inheritdoc/>
    public bool TryLoad(ReadOnlySpan<byte> saved)
    {
        StateReader source = new(saved);
        if (State.TryLoad(ref source) && Tracker.TryLoad(ref source) && source.IsAtEnd)
            return true;
        Reset();
        return false;
    }
}
