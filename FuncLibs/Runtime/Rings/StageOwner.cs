using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Rings;

/// <summary>
/// Who runs a stage at this moment: its own thread, or a <em>guest</em>, a thread that has work for it while its own
/// thread has nothing to do. Exactly one at any moment, so the stage needs no lock, and what it owns (a socket,
/// buffers, counters) is used by one thread at a time.
/// <code>
///              Offer            TryTake
///        own --------> offered --------> guest
///         ^   Reclaim     ^     Release    |
///         +---------------+----------------+  Reclaim, while a guest has it: wanted
///         +--------- Release, when it is wanted: back to its own thread
/// </code>
/// The own thread has the stage from the start, also before it runs, and keeps it when it ends. It offers the stage
/// before it waits for work, and reclaims it after the wait and before it touches the stage again. A guest never waits:
/// where it does not get the stage, it leaves its work in a ring.
/// <para>
/// Memory order: every change of the owner is an interlocked operation, a full fence, on one word. What an owner wrote
/// is seen by the next one, on whatever thread that is.
/// </para>
/// <para>
/// No wake-up is lost: a guest that releases and an own thread that reclaims change the same word, so either the own
/// thread finds the stage released, or the guest finds it wanted and wakes the own thread, which then has it: no other
/// guest can come in between. Nothing spins: each method has a bounded number of steps, but for that one wait. Nothing
/// is allocated after construction.
/// </para>
/// <para>
/// A wait for work does not end because of guests: they write no ring. Where a guest fails in the stage, the state of
/// the stage is unknown. It has no owner from then on, and its own thread ends with an exception when it reclaims.
/// </para>
/// </summary>
public sealed class StageOwner : IDisposable
{
    private const int Own = 0;
    private const int Offered = 1;
    private const int Guest = 2;
    private const int Wanted = 3;
    private const int Failed = 4;

    private readonly AutoResetEvent _returned = new(false);
    private PaddedState _state;

    /// <summary>True while the own thread waits for the stage, which a guest has. Any thread.</summary>
    public bool IsWanted => Volatile.Read(ref _state.Value) == Wanted;

    /// <summary>Own thread, which has the stage: a guest may take it from now on.</summary>
    public void Offer()
    {
        if (Interlocked.CompareExchange(ref _state.Value, Offered, Own) != Own)
            throw new InvalidOperationException("A stage can be offered only by its own thread, while that has it.");
    }

    /// <summary>Own thread: has the stage again. Waits while a guest has it, which is for one item of work.</summary>
    /// <exception cref="InvalidOperationException">A guest failed in the stage.</exception>
    public void Reclaim()
    {
        // One step whatever a guest does meanwhile. A guest cannot take what is wanted, so where none has the stage
        // nobody else changes the word any more.
        int before = Interlocked.Exchange(ref _state.Value, Wanted);
        if (before == Guest)
        {
            _returned.WaitOne();
            before = Volatile.Read(ref _state.Value);
        }

        Volatile.Write(ref _state.Value, before == Failed ? Failed : Own);
        if (before == Failed)
            throw new InvalidOperationException("Another thread failed while it ran this stage.");
    }

    /// <summary>
    /// Guest: takes the stage if its own thread offers it and no other guest has it. Never waits. Call
    /// <see cref="Release"/> afterwards, also after an exception.
    /// </summary>
    public bool TryTake() => Volatile.Read(ref _state.Value) == Offered
        && Interlocked.CompareExchange(ref _state.Value, Guest, Offered) == Offered;

    /// <summary>Guest, which has the stage: gives it back.</summary>
    /// <param name="isIntact">False after an exception in the stage: nobody runs it any more.</param>
    /// <exception cref="InvalidOperationException">No guest has it.</exception>
    public void Release(bool isIntact = true)
    {
        int before = Interlocked.CompareExchange(ref _state.Value, isIntact ? Offered : Failed, Guest);
        if (before == Guest)
            return;
        if (before != Wanted)
            throw new InvalidOperationException("A stage can be released only by the guest that has it.");

        // The own thread waits, and nobody else changes the word.
        Interlocked.Exchange(ref _state.Value, isIntact ? Own : Failed);
        _returned.Set();
    }

    /// <inheritdoc/>
    public void Dispose() => _returned.Dispose();

    // Written by several threads for each item of work: alone on its cache lines.
    [StructLayout(LayoutKind.Explicit, Size = 192)]
    private struct PaddedState
    {
        [FieldOffset(64)]
        public int Value;
    }
}
