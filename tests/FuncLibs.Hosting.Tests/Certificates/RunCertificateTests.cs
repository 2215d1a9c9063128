using FuncLibs.Hosting.Certificates;

namespace FuncLibs.Hosting.Tests.Certificates;

public sealed class RunCertificateTests
{
    private static readonly CertifiedStream Good =
        new() { Epoch = 1, First = 1, Last = 10, Received = 10, End = StreamEnd.Clean };

    public static TheoryData<CertifiedStream> Flaws =>
    [
        Good with { Received = 9, Lost = LostBlocks.None with { Gap = 1 } },
        Good with { Received = 9, Lost = LostBlocks.None with { Undecodable = 1 } },
        Good with { Received = 9, Missing = 1 },
        Good with { Received = 9 },
        Good with { LostBeforeSequence = 1 },
        Good with { End = StreamEnd.TailUnknown },
    ];

    [Fact]
    public void Verdict_EverythingReceivedUpToTheEnd_IsComplete() =>
        Of(Good).Verdict.ShouldBe(CertificateVerdict.Complete);

    [Theory]
    [MemberData(nameof(Flaws))]
    public void Verdict_AnyFlaw_IsIncomplete(CertifiedStream flawed) =>
        Of(Good, flawed with { Epoch = 2 }).Verdict.ShouldBe(CertificateVerdict.Incomplete);

    [Fact]
    public void Verdict_NotFinal_IsOpen() =>
        (Of(Good) with { Final = false }).Verdict.ShouldBe(CertificateVerdict.Open);

    [Fact]
    public void Verdict_EndNotSeen_IsOpen() =>
        Of(Good with { End = StreamEnd.Open }).Verdict.ShouldBe(CertificateVerdict.Open);

    [Fact]
    public void Verdict_EndOfAnEarlierEpochNotSeen_IsOpen() =>
        Of(Good with { End = StreamEnd.Open }, Good with { Epoch = 2 }).Verdict.ShouldBe(CertificateVerdict.Open);

    [Fact]
    public void Verdict_Nothing_IsEmpty() => Of().Verdict.ShouldBe(CertificateVerdict.Empty);

    [Fact]
    public void Totals_AreThoseOfTheEntries()
    {
        RunCertificate certificate = Of(
            Good with { Replayed = 2, Gaps = 1, MaxJitterUs = 3 },
            Good with { Epoch = 2, Received = 8, Lost = LostBlocks.None with { Tail = 2 }, MaxJitterUs = 2 });

        (certificate.Expected, certificate.Received, certificate.Replayed).ShouldBe((20L, 18L, 2L));
        (certificate.Lost.Tail, certificate.Gaps, certificate.MaxJitterUs).ShouldBe((2L, 1L, 3.0));
    }

    private static RunCertificate Of(params CertifiedStream[] streams) => new() { Final = true, Streams = streams };
}
