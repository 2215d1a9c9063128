using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Programs.States;

/// <summary>
/// Everything in a program that remembers, by key. Saved as words: version, count, then for each memory its key (2 words), the words of its
/// content, and the content.
/// </summary>
internal sealed class ProgramMemory
{
    private const long Version = 1;
    private const long MaxWords = 1 << 27;
    private readonly ImmutableArray<IProgramMemory> _memories;
    private readonly Dictionary<StateKey, IProgramMemory> _byKey;

    // Kept: a running program is saved each second, by the thread that computes.
    private readonly ArrayBufferWriter<byte> _content = new();
    private readonly StateWriter _writer;

    public ProgramMemory(ImmutableArray<IProgramMemory> memories)
    {
        _memories = memories;
        _byKey = memories.ToDictionary(memory => memory.Key);
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
            memory.Reset();
    }

    public int TakeOver(ProgramMemory former)
    {
        int taken = 0;
        foreach (IProgramMemory memory in _memories)
        {
            if (!former._byKey.TryGetValue(memory.Key, out IProgramMemory? same))
                continue;
            memory.TakeOver(same);
            taken++;
        }

        return taken;
    }

    public void Save(StateWriter target)
    {
        target.Add(Version);
        target.Add(_memories.Length);
        foreach (IProgramMemory memory in _memories)
        {
            _content.ResetWrittenCount();
            memory.Save(_writer);
            memory.Key.Save(target);
            target.Add(_content.WrittenCount / sizeof(long));
            StateReader words = new(_content.WrittenSpan);
            while (words.TryTake(out long word))
                target.Add(word);
        }
    }

    public StateRestoration Restore(ReadOnlySpan<byte> saved)
    {
        Reset();
        int restored = 0;
        bool intact = TryTakeHeader(ref saved, out long count);
        for (long i = 0; intact && i < count; i++)
        {
            intact = TryTakeContent(ref saved, out StateKey key, out ReadOnlySpan<byte> content);
            if (intact && _byKey.TryGetValue(key, out IProgramMemory? memory) && memory.TryLoad(content))
                restored++;
        }

        return new StateRestoration(restored, _memories.Length - restored, intact && saved.IsEmpty);
    }

    private static bool TryTakeHeader(ref ReadOnlySpan<byte> saved, out long count)
    {
        StateReader reader = new(saved);
        count = 0;
        if (!reader.TryTake(Version, Version, out _) || !reader.TryTake(0, MaxWords, out count))
            return false;
        saved = saved[(2 * sizeof(long))..];
        return true;
    }

    private static bool TryTakeContent(ref ReadOnlySpan<byte> saved, out StateKey key, out ReadOnlySpan<byte> content)
    {
        const int HeaderBytes = 3 * sizeof(long);
        StateReader reader = new(saved);
        key = default;
        content = default;
        if (!reader.TryTake(out long high) || !reader.TryTake(out long low) || !reader.TryTake(0, MaxWords, out long words))
            return false;
        if (words > (saved.Length - HeaderBytes) / sizeof(long))
            return false;
        int bytes = (int)words * sizeof(long);
        key = new StateKey(high, low);
        content = saved.Slice(HeaderBytes, bytes);
        saved = saved[(HeaderBytes + bytes)..];
        return true;
    }
}
