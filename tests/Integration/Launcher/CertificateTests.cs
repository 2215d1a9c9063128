using System.Security.Cryptography;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using Testing.Processes;

namespace Integration.Launcher;

public sealed class CertificateTests(WholeRun run) : IClassFixture<WholeRun>
{
    private RunCertificate Certificate =>
        CertificateFile.Read(Path.Combine(run.StateOf(Hosts.Monitor), CertificateFile.Name));

    [Fact]
    public void Verdict_GoodRun_IsComplete() =>
        Certificate.Verdict.ShouldBe(CertificateVerdict.Complete, CertificateText.Format(Certificate));

    [Fact]
    public void PayloadSha256_IsThatOfTheJournalsFrames()
    {
        CertifiedStream entry = Certificate.Streams.Single();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        long frames = 0;
        var journal = new JournalFolder(
            new DiskFiles(Path.Combine(run.StateOf(Hosts.Connector), "journal")),
            JournalOptions.Default,
            entry.Publisher);
        using RangeReader reader = journal.NewReader();
        reader.Begin(new FrameRange(entry.Epoch, entry.Stream, entry.First, entry.Last));
        for (; reader.Next() == ReadStep.Frame; frames++)
            hash.AppendData(BitConverter.GetBytes(reader.Frame.PayloadCrc));

        frames.ShouldBe(entry.Expected);
        entry.PayloadSha256.ShouldBe(Convert.ToHexStringLower(hash.GetHashAndReset()));
    }
}
