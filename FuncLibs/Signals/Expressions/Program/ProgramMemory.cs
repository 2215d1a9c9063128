using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// Everything in a program that remembers, by key. Saved as words: version, count, then for each memory its key (2 words), the test run
/// in which it began (2 words; version 1, of 0.1.0, has none), the words of its content, and the content.
/// </summary>
internal sealed class ProgramMemory
{
    private const long LegacyVersion = 1;
    private const long Version = 2;
    private const long MaxWords = 1 << 27;
    private readonly ImmutableArray<IProgramMemory> _memories;
    private readonly Dictionary<StateKey, IProgramMemory> _byKey;
    private readonly Dictionary<StateKey, IProgramMemory> _byOverRunsKey;

    // Kept: a running program is saved each second, by the thread that computes.
    private readonly ArrayBufferWriter<byte> _content = new();
    private readonly StateWriter _writer;

    public ProgramMemory(ImmutableArray<IProgramMemory> memories)
    {
        _memories = memories;
        _byKey = memories.ToDictionary(memory => memory.Identity.Key);
        _byOverRunsKey = memories.Where(memory => memory.Identity.OverRunsKey is not null)
            .ToDictionary(memory => memory.Identity.OverRunsKey!.Value);
        _writer = new StateWriter(_content);
    }

    public void Gap()
    {
        foreach (IProgramMemory memory in _memories)
            memory.Gap();
    }

    public void Reset()
    {
        foreach (IProgramMemory memory in _memories)
        {
            memory.Reset();
            memory.Identity.BeginAnew();
        }
    }

    public StateRestoration TakeOver(ProgramMemory former)
    {
        HashSet<IProgramMemory> taken = [];
        foreach (IProgramMemory memory in _memories)
        {
            if (former.SameAs(memory.Identity) is not { } same || !memory.Identity.TryGoOn(same.Identity.Since))
                continue;
            memory.TakeOver(same);
            taken.Add(memory);
        }

        // A variable that is new has nothing to lose.
        HashSet<string> before = [.. former._memories.Select(memory => memory.Identity.Variable)];
        return Outcome(taken, isIntact: true, [.. VariablesWithout(taken).Where(before.Contains)], []);
    }

    public void Save(StateWriter target)
    {
        target.Add(Version);
        target.Add(_memories.Length);
        foreach (IProgramMemory memory in _memories)
        {
            _content.ResetWrittenCount();
            memory.Save(_writer);
            memory.Identity.SavedKey.Save(target);
            memory.Identity.Since.Save(target);
            target.Add(_content.WrittenCount / sizeof(long));
            target.AddWords(_content.WrittenSpan);
        }
    }

    public StateRestoration Restore(ReadOnlySpan<byte> saved)
    {
        Reset();
        HashSet<IProgramMemory> restored = [];
        HashSet<string> ofUnknownRun = [];
        bool hasUnused = false;
        bool isIntact = TryTakeHeader(ref saved, out bool isLegacy, out long count);
        Dictionary<StateKey, IProgramMemory> byKey = isLegacy ? ByLegacyKey() : BySavedKey();
        for (long i = 0; isIntact && i < count; i++)
        {
            isIntact = TryTakeContent(ref saved, isLegacy, out StateKey key, out StateKey since, out ReadOnlySpan<byte> content);
            if (!isIntact)
                break;
            if (!byKey.TryGetValue(key, out IProgramMemory? memory) || !MayGoOn(memory, isLegacy, since) || !memory.TryLoad(content))
            {
                hasUnused = true;
                memory?.Identity.BeginAnew();
                continue;
            }

            restored.Add(memory);
            if (isLegacy && memory.Identity.MayPredateRun && !memory.Identity.Variable.StartsWith('_'))
                ofUnknownRun.Add(memory.Identity.Variable);
        }

        isIntact &= saved.IsEmpty;
        return Outcome(restored, isIntact, hasUnused || !isIntact ? [.. VariablesWithout(restored)] : [], [.. ofUnknownRun]);
    }

    // 0.1.0 did not save the run. A result of a whole test could be that of another specimen; what adds up goes on, and that is told.
    private static bool MayGoOn(IProgramMemory memory, bool isLegacy, StateKey since) => isLegacy
        ? !memory.IsResult || !memory.Identity.MayPredateRun
        : memory.Identity.TryGoOn(since);

    private IProgramMemory? SameAs(MemoryIdentity next) => _byKey.GetValueOrDefault(next.Key)
        ?? (next is { KeepsOverRuns: true, OverRunsKey: { } overRuns } ? _byOverRunsKey.GetValueOrDefault(overRuns) : null);

    // The full key too: the option may have been set since, and builds before it saved no other.
    private Dictionary<StateKey, IProgramMemory> BySavedKey() => _byKey
        .Concat(_byOverRunsKey.Where(pair => pair.Value.Identity.KeepsOverRuns)).ToDictionary();

    private Dictionary<StateKey, IProgramMemory> ByLegacyKey() => _memories
        .Where(memory => memory.Identity.LegacyKey is not null)
        .ToDictionary(memory => memory.Identity.LegacyKey!.Value);

    // Names that begin with _ are of helpers that nobody wrote.
    private IEnumerable<string> VariablesWithout(HashSet<IProgramMemory> gone) => _memories
        .Where(memory => !gone.Contains(memory)).Select(memory => memory.Identity.Variable)
        .Where(name => !name.StartsWith('_')).Distinct();

    private StateRestoration Outcome(
        HashSet<IProgramMemory> gone, bool isIntact, ImmutableArray<string> begunAnew, ImmutableArray<string> ofUnknownRun) =>
        new(gone.Count, _memories.Length - gone.Count, isIntact) { BegunAnew = begunAnew, OfUnknownRun = ofUnknownRun };

    private static bool TryTakeHeader(ref ReadOnlySpan<byte> saved, out bool isLegacy, out long count)
    {
        StateReader reader = new(saved);
        (isLegacy, count) = (false, 0);
        if (!reader.TryTake(LegacyVersion, Version, out long version) || !reader.TryTake(0, MaxWords, out count))
            return false;
        isLegacy = version == LegacyVersion;
        saved = saved[(2 * sizeof(long))..];
        return true;
    }

    private static bool TryTakeContent(
        ref ReadOnlySpan<byte> saved, bool isLegacy, out StateKey key, out StateKey since, out ReadOnlySpan<byte> content)
    {
        StateReader reader = new(saved);
        since = default;
        content = default;
        if (!StateKey.TryTake(ref reader, out key) || (!isLegacy && !StateKey.TryTake(ref reader, out since))
            || !reader.TryTake(0, MaxWords, out long words))
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
