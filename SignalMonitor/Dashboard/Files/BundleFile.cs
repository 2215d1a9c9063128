using System.IO.Compression;
using System.Security.Cryptography;

namespace SignalMonitor.Dashboard.Files;

/// <summary>One file of the bundle, as it is sent. Immutable; any thread.</summary>
internal sealed class BundleFile
{
    private const int TagBytes = 12;

    /// <summary>Compresses it once.</summary>
    /// <param name="path">After the `/`: <c>app.js</c>.</param>
    /// <param name="content">Its bytes.</param>
    public BundleFile(string path, byte[] content)
    {
        Path = path;
        ContentType = TypeOf(path);
        Content = content;
        Packed = Pack(content);
        string digest = Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(0, TagBytes));
        (Tag, PackedTag) = ($"\"{digest}\"", $"\"{digest}-gzip\"");
    }

    /// <summary>After the `/`.</summary>
    public string Path { get; }

    /// <summary>Media type.</summary>
    public string ContentType { get; }

    /// <summary>Its bytes.</summary>
    public ReadOnlyMemory<byte> Content { get; }

    /// <summary>The same by gzip.</summary>
    public ReadOnlyMemory<byte> Packed { get; }

    /// <summary>ETag of <see cref="Content"/>: other bytes have another.</summary>
    public string Tag { get; }

    /// <summary>ETag of <see cref="Packed"/>.</summary>
    public string PackedTag { get; }

    private static byte[] Pack(byte[] content)
    {
        using MemoryStream packed = new();
        using (GZipStream gzip = new(packed, CompressionLevel.SmallestSize))
            gzip.Write(content);
        return packed.ToArray();
    }

    private static string TypeOf(string path) => System.IO.Path.GetExtension(path) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".json" => "application/json",
        ".svg" => "image/svg+xml",
        ".png" => "image/png",
        ".woff2" => "font/woff2",
        ".txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
}
