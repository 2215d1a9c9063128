using System.IO.Compression;
using SignalMonitor.Dashboard.Files;

namespace SignalMonitor.Tests.Dashboard.Files;

public class BundleFileTests
{
    private static readonly byte[] Content = [.. Enumerable.Repeat((byte)'a', 10_000)];

    [Fact]
    public void Packed_Unpacked_IsTheContent()
    {
        BundleFile file = new("app.js", Content);
        using MemoryStream unpacked = new();
        using (GZipStream gzip = new(new MemoryStream(file.Packed.ToArray()), CompressionMode.Decompress))
            gzip.CopyTo(unpacked);

        unpacked.ToArray().ShouldBe(Content);
        file.Packed.Length.ShouldBeLessThan(100);
    }

    [Fact]
    public void Tag_OtherContent_IsAnother()
    {
        new BundleFile("app.js", Content).Tag.ShouldBe(new BundleFile("app.js", [.. Content]).Tag);
        new BundleFile("app.js", Content).Tag.ShouldNotBe(new BundleFile("app.js", [.. Content, 1]).Tag);
    }

    [Theory]
    [InlineData("index.html", "text/html; charset=utf-8")]
    [InlineData("app.js", "text/javascript; charset=utf-8")]
    [InlineData("app.css", "text/css; charset=utf-8")]
    [InlineData("fonts/a.woff2", "font/woff2")]
    [InlineData("unknown", "application/octet-stream")]
    public void ContentType_Ending_Decides(string path, string type) =>
        new BundleFile(path, []).ContentType.ShouldBe(type);
}
