using FuncLibs.Hosting.Certificates;
using Testing;

namespace FuncLibs.Hosting.Tests.Certificates;

public sealed class CertificateFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Path => _folder.File(CertificateFile.Name);

    private static RunCertificate Sample => new()
    {
        Final = true,
        Created = new DateTimeOffset(2026, 11, 22, 1, 2, 3, TimeSpan.Zero),
        Program = "SignalMonitor 1.2.3",
        Host = "rig-pc",
        Streams =
        [
            new()
            {
                Name = "main",
                Epoch = 5,
                First = 1,
                Last = 2,
                Received = 2,
                End = StreamEnd.Clean,
                PayloadSha256 = "ab",
            },
        ],
        Clocks = [new CertifiedClock("tcp://127.0.0.1:5556", -12.5, 30)],
    };

    [Theory]
    [InlineData("\"made\": ")]
    [InlineData("\"hole\": 0")]
    public void Encode_Keys_AreThoseOfTheFormat(string text) =>
        System.Text.Encoding.UTF8.GetString(CertificateFile.Encode(Sample)).ShouldContain(text);

    [Fact]
    public void Read_WhatWasWritten_IsEqual()
    {
        CertificateFile.Write(Path, Sample);

        CertificateText
            .Format(CertificateFile.Read(Path))
            .ShouldBe(CertificateText.Format(CertificateFile.Seal(Sample)));
    }

    [Theory]
    [InlineData("\"received\": 2", "\"received\": 1")]
    [InlineData("\"end\": \"clean\"", "\"end\": \"open\"")]
    [InlineData("\"host\": \"rig-pc\"", "\"host\": \"another\"")]
    public void Read_Edited_IsRefused(string from, string to)
    {
        CertificateFile.Write(Path, Sample);
        File.WriteAllText(Path, File.ReadAllText(Path).Replace(from, to, StringComparison.Ordinal));

        Should.Throw<StartupException>(
            () => CertificateFile.Read(Path)).Message.ShouldContain("was changed after it was sealed");
    }

    [Fact]
    public void Read_NewerFormat_IsRefused()
    {
        CertificateFile.Write(Path, Sample with { Format = 2 });

        Should.Throw<StartupException>(
            () => CertificateFile.Read(Path)).Message.ShouldContain("has format 2, this program supports 1");
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("""{"streams":[null]}""")]
    [InlineData("""{"streams":null}""")]
    [InlineData("""{"streams":[{"lost":null}]}""")]
    public void Read_NoCertificate_IsRefused(string text)
    {
        File.WriteAllText(Path, text);

        Should.Throw<StartupException>(() => CertificateFile.Read(Path)).Message.ShouldContain("is no certificate");
    }

    [Fact]
    public void Read_Giant_IsRefusedBeforeItIsRead()
    {
        using (FileStream file = File.Create(Path))
            file.SetLength(1L << 40);

        Should.Throw<StartupException>(
            () => CertificateFile.Read(Path)).Message.ShouldContain("more than any certificate");
    }
}
