using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.Certificates;

/// <summary>The file in a monitor's state folder that holds its certificate.</summary>
public static class CertificateFile
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string Name = "certificate.json";

    private const long MaxBytes = 16 << 20;

    /// <summary>Seals a certificate and writes it atomically.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static void Write(string path, RunCertificate certificate) =>
        AtomicFile.Write(path, Encode(Seal(certificate)));

    /// <summary>The certificate with its seal.</summary>
    public static RunCertificate Seal(RunCertificate certificate) => certificate with { Seal = SealOf(certificate) };

    /// <summary>UTF-8 JSON.</summary>
    public static byte[] Encode(RunCertificate certificate) =>
        JsonSerializer.SerializeToUtf8Bytes(certificate, CertificateJson.Default.RunCertificate);

    /// <summary>Reads a certificate and checks its seal.</summary>
    /// <exception cref="StartupException">The file is missing, newer than this program, damaged or edited.</exception>
    public static RunCertificate Read(string path)
    {
        RunCertificate read = Decode(path, Load(path));
        if (read.Format > RunCertificate.NewestFormat)
            throw new StartupException(
                $"{path} has format {read.Format}, this program supports {RunCertificate.NewestFormat}; use the program "
                    + $"that made it");
        return read.Seal == SealOf(read)
            ? read
            : throw new StartupException(
                $"{path} was changed after it was sealed: it certifies nothing; "
                + "keep it for the record, and find out who changed it");
    }

    private static byte[] Load(string path)
    {
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists)
                throw new StartupException(
                    $"there is no certificate at {path}; name the State:Folder of a monitor that has run");
            return file.Length <= MaxBytes
                ? File.ReadAllBytes(path)
                : throw new StartupException(
                    $"{path} has {file.Length} bytes, more than any certificate ({MaxBytes}); it is another file");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"{path} cannot be read ({e.Message})", e);
        }
    }

    private static RunCertificate Decode(string path, byte[] bytes)
    {
        try
        {
            RunCertificate? read = JsonSerializer.Deserialize(bytes, CertificateJson.Default.RunCertificate);
            return read?.Streams is null || read.Clocks is null || read.Streams.Any(stream => stream?.Lost is null)
                ? throw new JsonException("parts of it are missing")
                : read;
        }
        catch (JsonException e)
        {
            throw new StartupException($"{path} is no certificate ({OneLine.Format(e)})", e);
        }
    }

    private static string SealOf(RunCertificate certificate) =>
        Convert.ToHexStringLower(SHA256.HashData(Encode(certificate with { Seal = "" })));
}

/// <summary>Verdict of a certificate.</summary>
public enum CertificateVerdict
{
    /// <summary>Nothing was delivered: there is nothing to certify.</summary>
    [JsonStringEnumMemberName("empty")]
    Empty,

    /// <summary>Something is lost, missing or unknown; the certificate lists it.</summary>
    [JsonStringEnumMemberName("incomplete")]
    Incomplete,

    /// <summary>Nothing is lost so far, but the end of a stream was not seen.</summary>
    [JsonStringEnumMemberName("open")]
    Open,

    /// <summary>Every published block from the first one on was delivered, once and in order, up to the end.</summary>
    [JsonStringEnumMemberName("complete")]
    Complete,
}

/// <summary>Generated JSON of certificates.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, UseStringEnumConverter = true)]
[JsonSerializable(typeof(RunCertificate))]
internal sealed partial class CertificateJson : JsonSerializerContext;
