using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// Every state in a program, by key. Saved as words: version, count, then for each memory its key (2 words), the test
/// run in which it began (2 words; version 1, of 0.1.0, has none), the words of its content, and the content.
/// </summary>
internal sealed class ProgramState
{
    private const long LegacyVersion = 1;
    private const long Version = 2;
    private const long MaxWords = 1 << 27;
    private readonly ImmutableArray<IProgramState> _states;
    private readonly Dictionary<StateKey, IProgramState> _byKey;
    private readonly Dictionary<StateKey, IProgramState> _byAcrossRunsKey;

    // Kept: a running program is saved each second, by the thread that computes.
    private readonly ArrayBufferWriter<byte> _content = new();
    private readonly StateWriter _writer;

    public ProgramState(ImmutableArray<IProgramState> states)
    {
        _states = states;
        _byKey = states.ToDictionary(state => state.Identity.Key);
        _byAcrossRunsKey = states.Where(state => state.Identity.AcrossRunsKey is not null)
            .ToDictionary(state => state.Identity.AcrossRunsKey!.Value);
        _writer = new StateWriter(_content);
    }

    public bool IsOf(string variable) => _states.Any(state => state.Identity.Variable == variable);

    public void Gap()
    {
        foreach (IProgramState state in _states)
            state.Gap();
    }

    public void Reset()
    {
        foreach (IProgramState state in _states)
        {
            state.Reset();
            state.Identity.Restart();
        }
    }

    public StateRestoration AdoptState(ProgramState former)
    {
        HashSet<IProgramState> taken = [];
        foreach (IProgramState state in _states)
        {
            if (former.SameAs(state.Identity) is not { } same || !state.Identity.TryResume(same.Identity.Since))
                continue;
            state.AdoptState(same);
            taken.Add(state);
        }

        // A variable that is new has nothing to lose.
        HashSet<string> before = [.. former._states.Select(state => state.Identity.Variable)];
        return Outcome(taken, isIntact: true, [.. VariablesWithout(taken).Where(before.Contains)], []);
    }

    public void Save(StateWriter target)
    {
        target.Add(Version);
        target.Add(_states.Length);
        foreach (IProgramState state in _states)
        {
            _content.ResetWrittenCount();
            state.Save(_writer);
            state.Identity.SavedKey.Save(target);
            state.Identity.Since.Save(target);
            target.Add(_content.WrittenCount / sizeof(long));
            target.AddWords(_content.WrittenSpan);
        }
    }

    public StateRestoration Restore(ReadOnlySpan<byte> saved)
    {
        Reset();
        HashSet<IProgramState> restored = [];
        HashSet<string> ofUnknownRun = [];
        bool hasUnused = false;
        bool isIntact = TryTakeHeader(ref saved, out bool isLegacy, out long count);
        Dictionary<StateKey, IProgramState> byKey = isLegacy ? ByLegacyKey() : BySavedKey();
        for (long i = 0; isIntact && i < count; i++)
        {
            isIntact = TryTakeContent(
                ref saved, isLegacy, out StateKey key, out StateKey since, out ReadOnlySpan<byte> content);
            if (!isIntact)
                break;
            if (!byKey.TryGetValue(key, out IProgramState? state) || !MayGoOn(state, isLegacy, since)
                || !state.TryLoad(content))
            {
                hasUnused = true;
                state?.Identity.Restart();
                continue;
            }

            restored.Add(state);
            if (isLegacy && state.Identity.MayPredateRun && !state.Identity.Variable.StartsWith('_'))
                ofUnknownRun.Add(state.Identity.Variable);
        }

        isIntact &= saved.IsEmpty;
        return Outcome(
            restored, isIntact, hasUnused || !isIntact ? [.. VariablesWithout(restored)] : [], [.. ofUnknownRun]);
    }

    // 0.1.0 did not save the run. A result of a whole test could be that of another specimen; what adds up continues,
    // and that is reported.
    private static bool MayGoOn(IProgramState state, bool isLegacy, StateKey since) => isLegacy
        ? !state.IsResult || !state.Identity.MayPredateRun
        : state.Identity.TryResume(since);

    private IProgramState? SameAs(StateIdentity next) => _byKey.GetValueOrDefault(next.Key)
        ?? (next is { ContinuesAcrossRuns: true, AcrossRunsKey: { } acrossRuns }
            ? _byAcrossRunsKey.GetValueOrDefault(acrossRuns)
            : null);

    // The full key too: the option may have been set since, and builds before it saved no other.
    private Dictionary<StateKey, IProgramState> BySavedKey() => _byKey
        .Concat(_byAcrossRunsKey.Where(pair => pair.Value.Identity.ContinuesAcrossRuns)).ToDictionary();

    private Dictionary<StateKey, IProgramState> ByLegacyKey() => _states
        .Where(state => state.Identity.LegacyKey is not null)
        .ToDictionary(state => state.Identity.LegacyKey!.Value);

    // Names that begin with _ are of helpers that was not written.
    private IEnumerable<string> VariablesWithout(HashSet<IProgramState> gone) => _states
        .Where(state => !gone.Contains(state)).Select(state => state.Identity.Variable)
        .Where(name => !name.StartsWith('_')).Distinct();

    private StateRestoration Outcome(
        HashSet<IProgramState> gone,
        bool isIntact,
        ImmutableArray<string> restarted,
        ImmutableArray<string> ofUnknownRun) =>
        new(gone.Count, _states.Length - gone.Count, isIntact) { Restarted = restarted, FromUnknownRun = ofUnknownRun };

    private static bool TryTakeHeader(ref ReadOnlySpan<byte> saved, out bool isLegacy, out long count)
    {
        StateReader reader = new(saved);
        (isLegacy, count) = (false, 0);
        if (!reader.TryRead(LegacyVersion, Version, out long version) || !reader.TryRead(0, MaxWords, out count))
            return false;
        isLegacy = version == LegacyVersion;
        saved = saved[(2 * sizeof(long))..];
        return true;
    }

    private static bool TryTakeContent(
        ref ReadOnlySpan<byte> saved,
        bool isLegacy,
        out StateKey key,
        out StateKey since,
        out ReadOnlySpan<byte> content)
    {
        StateReader reader = new(saved);
        since = default;
        content = default;
        if (!StateKey.TryRead(ref reader, out key) || (!isLegacy && !StateKey.TryRead(ref reader, out since))
            || !reader.TryRead(0, MaxWords, out long words))
            return false;
        int headerBytes = (isLegacy ? 3 : 5) * sizeof(long);
        if (words > (saved.Length - headerBytes) / sizeof(long))
            return false;
        int bytes = (int)words * sizeof(long);
        content = saved.Slice(headerBytes, bytes);
        saved = saved[(headerBytes + bytes)..];
        return true;
    }
}
