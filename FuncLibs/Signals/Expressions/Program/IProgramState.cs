using FuncLibs.Signals.Stateful;
using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>State of a program that is kept from block to block.</summary>
internal interface IProgramState
{
    /// <summary>Whose state it is, and since which test run.</summary>
    StateIdentity Identity { get; }

    /// <summary>True when it is one result of a whole test, such as Rm.</summary>
    bool IsResult { get; }

    /// <summary>Samples are missing before the next one.</summary>
    void Gap();

    /// <summary>Back to the beginning.</summary>
    void Reset();

    /// <summary>Continues with the memory of one with the same key that will not run again.</summary>
    void AdoptState(IProgramState former);

    /// <summary>Writes everything.</summary>
    void Save(StateWriter target);

    /// <summary>Takes over what was saved; after a failure all is as at the beginning.</summary>
    bool TryLoad(ReadOnlySpan<byte> saved);
}

/// <summary>Whose state it is, and the test run in which it began. One thread.</summary>
/// <param name="variable">Name of the variable.</param>
/// <param name="key">The variable, its text, everything that text depends on, and the place in it.</param>
/// <param name="legacyKey">The key that 0.1.0 saved it under; null when that lacks the channel it is
/// of.</param>
/// <param name="run">The newest test run; <c>default</c> before the first.</param>
/// <param name="continuesAcrossRuns">True when a new test run does not reset it.</param>
internal sealed class StateIdentity(
    string variable, StateKey key, StateKey? legacyKey, StateKey run, bool continuesAcrossRuns)
{
    private StateKey? _since;

    /// <summary>Name of the variable.</summary>
    public string Variable => variable;

    /// <summary>The key. Memories with equal keys may continue with each other's content.</summary>
    public StateKey Key => key;

    /// <summary>The key that 0.1.0 saved it under; null when that lacks the channel it is of.</summary>
    public StateKey? LegacyKey => legacyKey;

    /// <summary>
    /// The key without the values of the constants of the test run; null when the variable does not depend on them.
    /// </summary>
    public StateKey? AcrossRunsKey { get; init; }

    /// <summary>True when a new test run does not reset it.</summary>
    public bool ContinuesAcrossRuns => continuesAcrossRuns;

    /// <summary>
    /// The key to save it under: one that a specimen of another size leaves as it is when it is kept over runs.
    /// </summary>
    public StateKey SavedKey => continuesAcrossRuns && AcrossRunsKey is { } acrossRuns ? acrossRuns : key;

    /// <summary>The test run in which the content began.</summary>
    public StateKey Since => _since ?? run;

    /// <summary>True when content of an unknown run may be older than the newest run, which is to reset it.</summary>
    public bool MayPredateRun => run != default && !continuesAcrossRuns;

    /// <summary>The content begins here.</summary>
    public void Restart() => _since = null;

    /// <summary>Notes that the content is one that began in another run; false when a new run ends it.</summary>
    public bool TryResume(StateKey since)
    {
        if (since != run && !continuesAcrossRuns)
            return false;
        _since = since;
        return true;
    }
}

/// <summary>128 bits that name a memory: the first half of a SHA-256 over what decides its content.</summary>
internal readonly record struct StateKey(long High, long Low)
{
    /// <summary>Key of a complete text.</summary>
    public static StateKey FromText(string text)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(text), hash);
        return new StateKey(
            BinaryPrimitives.ReadInt64BigEndian(hash), BinaryPrimitives.ReadInt64BigEndian(hash[sizeof(long)..]));
    }

    /// <summary>Writes it.</summary>
    public void Save(StateWriter target)
    {
        target.Add(High);
        target.Add(Low);
    }

    /// <summary>Reads what <see cref="Save"/> wrote; false at the end of the bytes.</summary>
    public static bool TryRead(ref StateReader source, out StateKey key)
    {
        bool isThere = source.TryRead(out long high) & source.TryRead(out long low);
        key = new StateKey(high, low);
        return isThere;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{High:x16}{Low:x16}";
}
