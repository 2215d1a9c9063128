namespace Integration.Signals;

/// <summary>Same input, same bits: live, by replay after a restart, and evaluated from the journal.</summary>
public sealed class SameBitsTests(SameBitsRig rig) : IClassFixture<SameBitsRig>
{
    private const int MinSamples = 1500;

    public static TheoryData<int> Variables => SameBitsRig.Variables;

    [Theory]
    [MemberData(nameof(Variables))]
    public void Replay_OfWhatAnotherMonitorHadLive_HasTheSameBits(int variable) =>
        Compare(rig.Live[variable], rig.Replayed[variable]).ShouldBeGreaterThan(MinSamples);

    [Theory]
    [MemberData(nameof(Variables))]
    public void Eval_OfWhatAMonitorHadLive_HasTheSameBits(int variable)
    {
        Dictionary<long, long> evaluated = rig.Evaluate(variable, byName: variable % 2 == 0);

        Compare(rig.Live[variable], evaluated).ShouldBeGreaterThan(MinSamples);
    }

    [Theory]
    [MemberData(nameof(Variables))]
    public void EvalAsLive_OfAMonitorThatWasEdited_HasTheSameBits(int variable) =>
        Compare(rig.Edited[variable], rig.EvaluateAsEdited(variable)).ShouldBeGreaterThan(2 * MinSamples);

    // Number of samples that both have; they are equal bit by bit.
    private static int Compare(SortedDictionary<long, long> live, IReadOnlyDictionary<long, long> other)
    {
        int compared = 0;
        foreach ((long index, long bits) in live)
        {
            if (!other.TryGetValue(index, out long same))
                continue;
            same.ShouldBe(
                bits,
                $"sample {index}: {BitConverter.Int64BitsToDouble(same):R} is not "
                    + $"{BitConverter.Int64BitsToDouble(bits):R}");
            compared++;
        }

        return compared;
    }
}
