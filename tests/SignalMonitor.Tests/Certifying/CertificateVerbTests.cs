using FuncLibs.Hosting.Certificates;
using Testing;

namespace SignalMonitor.Tests.Certifying;

public sealed class CertificateVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Certificate_NothingLost_IsPrintedAndExits0()
    {
        Write(new CertifiedStream { Name = "main", First = 1, Last = 3, Received = 3, End = StreamEnd.Clean });

        (int code, string output, string errors) = await Run();

        (code, errors).ShouldBe((0, ""));
        output.ShouldContain("Certificate of delivery: COMPLETE");
    }

    [Fact]
    public async Task Certificate_BlocksLost_Exits1AndReportsWhy()
    {
        Write(
            new CertifiedStream
            {
                First = 1,
                Last = 3,
                Received = 1,
                Lost = LostBlocks.None with { Gone = 2 },
                End = StreamEnd.Clean,
            });

        (int code, string output, _) = await Run();

        code.ShouldBe(1);
        output.ShouldContain("INCOMPLETE");
        output.ShouldContain("declared lost 2 (2 gone from the journal)");
    }

    [Fact]
    public async Task Certificate_Json_IsTheFile()
    {
        Write(new CertifiedStream { First = 1, Last = 3, Received = 3 });

        (_, string output, _) = await Run("--json");

        output.TrimEnd().ShouldBe(await File.ReadAllTextAsync(_folder.File(CertificateFile.Name)));
    }

    [Fact]
    public async Task Certificate_NoneThere_Exits2AndReportsWhere()
    {
        (int code, _, string errors) = await Run();

        (code, errors.Contains(
            $"there is no certificate at {_folder.File(CertificateFile.Name)}",
            StringComparison.Ordinal)).ShouldBe((2, true), errors);
    }

    private void Write(CertifiedStream stream) =>
        CertificateFile.Write(
            _folder.File(CertificateFile.Name), new RunCertificate { Final = true, Streams = [stream] });

    private Task<(int Code, string Output, string Errors)> Run(params string[] more) =>
        MonitorCommand.RunAsync(Stream.Null, ["certificate", "--State:Folder", _folder.Path, .. more]);
}
