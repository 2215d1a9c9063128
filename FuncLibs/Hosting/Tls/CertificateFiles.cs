using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using FuncLibs.Hosting.Security;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.Tls;

/// <summary>Files of a certificate of this program.</summary>
/// <param name="Path">A .pfx or .p12 file, or PEM.</param>
/// <param name="KeyPath">The key of a PEM file; empty = it is in the same file.</param>
/// <param name="KeyOption">Name of the option of <paramref name="KeyPath"/>, for messages.</param>
internal readonly record struct OwnCertificate(string Path, string KeyPath, string KeyOption);

/// <summary>Reads certificates: an own one with its key, and those that peers are checked against.</summary>
internal static class CertificateFiles
{
    /// <summary>Purpose of a certificate of a server, RFC 5280, 4.2.1.12.</summary>
    public const string ServerPurpose = LabCertificate.ServerPurpose;

    /// <summary>Purpose of a certificate of a client, RFC 5280, 4.2.1.12.</summary>
    public const string ClientPurpose = LabCertificate.ClientPurpose;

    /// <summary>Files of a folder at most.</summary>
    public const int MaxFiles = 256;

    private const int MaxBytes = 1 << 20;
    private const string NoPassword = "it must have no password, and mode 600";

    /// <summary>
    /// Reads an own certificate, its key, and the certificates between it and its authority.
    /// </summary>
    /// <param name="own">The files.</param>
    /// <param name="purpose">What it must be for: <see cref="ServerPurpose"/> or <see cref="ClientPurpose"/>.</param>
    /// <param name="now">For the check of its validity.</param>
    /// <param name="loaded">The certificate first; null when there is a fault.</param>
    /// <param name="fault">What is wrong, in one line with the path; null for nothing.</param>
    public static bool TryReadOwn(
        OwnCertificate own,
        string purpose,
        DateTimeOffset now,
        [NotNullWhen(true)] out X509Certificate2Collection? loaded,
        [NotNullWhen(false)] out string? fault)
    {
        loaded = null;
        try
        {
            bool isPfx = Path.GetExtension(own.Path).ToLowerInvariant() is ".pfx" or ".p12";
            if (isPfx ? !TryReadPfx(own.Path, out loaded, out fault) : !TryReadPem(own, out loaded, out fault))
                return false;
            fault = FindFault(loaded[0], purpose, now) is { } wrong ? $"{own.Path} {wrong}" : null;
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            fault = $"{own.Path} cannot be used ({OneLine.Format(e)}): it is cut off, has a password ({NoPassword}), or "
                + "belongs to another key";
        }

        if (fault is not null)
            loaded = null;
        return loaded is not null;
    }

    /// <summary>Reads certificates that those of peers are checked against.</summary>
    /// <param name="path">A PEM file, or a folder of files that end in .pem, .crt or .cer.</param>
    /// <param name="now">For the check of their validity.</param>
    /// <param name="loaded">The certificates; empty when there is a fault.</param>
    /// <param name="fault">What is wrong, in one line with the path; null for nothing.</param>
    public static bool TryReadTrusted(
        string path, DateTimeOffset now, out X509Certificate2Collection loaded, out string? fault)
    {
        loaded = [];
        fault = null;
        string[] files = FilesOf(path);
        if (files.Length is 0 or > MaxFiles)
            fault = $"{path} is no file, and no folder with 1 to {MaxFiles} files that end in .pem, .crt or .cer";
        foreach (string file in files.Take(MaxFiles))
            fault ??= Add(file, loaded, now);
        if (fault is not null)
            loaded = [];
        return fault is null;
    }

    /// <summary>The files of <paramref name="path"/>, which is one, or a folder.</summary>
    public static string[] FilesOf(string path)
    {
        try
        {
            return !Directory.Exists(path) ? File.Exists(path) ? [path] : []
                :
                [
                    .. Directory.EnumerateFiles(path)
                        .Where(file => Path.GetExtension(file).ToLowerInvariant() is ".pem" or ".crt" or ".cer")
                        .Order(StringComparer.Ordinal)
                        .Take(MaxFiles + 1),
                ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Why a certificate cannot be used now, after its file or name; null when it can.</summary>
    /// <param name="certificate">The certificate.</param>
    /// <param name="purpose">What it must be for, unless it is for everything; null = it is not checked.</param>
    /// <param name="now">The time.</param>
    public static string? FindFault(X509Certificate2 certificate, string? purpose, DateTimeOffset now)
    {
        DateTimeOffset from = certificate.NotBefore.ToUniversalTime();
        DateTimeOffset until = certificate.NotAfter.ToUniversalTime();
        if (until <= now)
            return string.Create(
                CultureInfo.InvariantCulture, $"expired on {until:yyyy-MM-dd HH:mm}Z: put a new certificate there");
        if (from > now)
            return string.Create(
                CultureInfo.InvariantCulture,
                $"is valid from {from:yyyy-MM-dd HH:mm}Z on, and the clock of this machine says "
                    + $"{now:yyyy-MM-dd HH:mm}Z");
        Oid[] purposes =
        [
            .. certificate.Extensions.OfType<X509EnhancedKeyUsageExtension>()
                .SelectMany(extension => extension.EnhancedKeyUsages.Cast<Oid>()),
        ];
        return purpose is null || purposes.Length == 0 || Array.Exists(purposes, one => one.Value == purpose)
            ? null
            : $"is not for {(purpose == ServerPurpose ? "a server" : "a client")}: its extended key usage is "
                + string.Join(", ", purposes.Select(one => one.FriendlyName ?? one.Value));
    }

    private static bool TryReadPfx(
        string path, [NotNullWhen(true)] out X509Certificate2Collection? loaded, [NotNullWhen(false)] out string? fault)
    {
        loaded = null;
        if (!OwnerFile.TryRead(path, MaxBytes, out byte[]? content, out string? reason))
        {
            fault = $"{path} {reason}";
            return false;
        }

        X509Certificate2Collection all = X509CertificateLoader.LoadPkcs12Collection(content, null);
        X509Certificate2? own = all.FirstOrDefault(one => one.HasPrivateKey);
        fault = own is null ? $"{path} has no certificate with its private key" : null;
        if (own is not null)
            loaded = [own, .. all.Where(one => one != own)];
        return loaded is not null;
    }

    private static bool TryReadPem(
        OwnCertificate files,
        [NotNullWhen(true)] out X509Certificate2Collection? loaded,
        [NotNullWhen(false)] out string? fault)
    {
        loaded = null;
        (string path, string keyPath, string keyOption) = files;
        if (!TryReadText(path, isSecret: keyPath.Length == 0, out string? text, out fault))
            return false;
        string? keyText = text;
        if (keyPath.Length > 0 && !TryReadText(keyPath, isSecret: true, out keyText, out fault))
            return false;
        if (!text.Contains("-----BEGIN CERTIFICATE-----", StringComparison.Ordinal))
            fault = $"{path} has no certificate (BEGIN CERTIFICATE)";
        else if (keyText!.Contains("BEGIN ENCRYPTED PRIVATE KEY", StringComparison.Ordinal))
            fault = $"{(keyPath.Length > 0 ? keyPath : path)} has a password; {NoPassword}";
        else if (!keyText.Contains("PRIVATE KEY-----", StringComparison.Ordinal))
            fault = keyPath.Length > 0
                ? $"{keyPath} has no private key (BEGIN PRIVATE KEY)"
                : $"{path} has no private key; name its file: {keyOption}";
        if (fault is not null)
            return false;
        using X509Certificate2 read = X509Certificate2.CreateFromPem(text, keyText);

        // Windows cannot use a key that is in memory only.
        X509Certificate2 own = X509CertificateLoader.LoadPkcs12(read.Export(X509ContentType.Pkcs12), null);
        X509Certificate2Collection all = [];
        all.ImportFromPem(text);
        loaded = [own, .. all.Where(one => one.Thumbprint != own.Thumbprint)];
        return true;
    }

    private static bool TryReadText(
        string path, bool isSecret, [NotNullWhen(true)] out string? text, [NotNullWhen(false)] out string? fault)
    {
        text = null;
        fault = null;
        try
        {
            // Says that it is missing before it says anything else of it.
            var file = new FileInfo(path);
            if (!file.Exists)
                fault = $"{path} is missing";
            else if (file.Length > MaxBytes)
                fault = $"{path} has {file.Length} bytes; at most {MaxBytes} are read";
            else
                text = File.ReadAllText(path, Encoding.UTF8);

            // A certificate alone is no secret; that its key is missing is said instead.
            if (isSecret && text?.Contains("PRIVATE KEY-----", StringComparison.Ordinal) == true
                && OwnerOnlyFile.FindModeFault(path) is { } mode)
                (text, fault) = (null, $"{path} {mode}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"{path} cannot be read: {OneLine.Format(e)}";
        }

        return text is not null;
    }

    private static string? Add(string file, X509Certificate2Collection loaded, DateTimeOffset now)
    {
        try
        {
            if (!TryReadText(file, isSecret: false, out string? text, out string? fault))
                return fault;
            X509Certificate2Collection read = [];
            read.ImportFromPem(text);
            if (read.Count == 0)
                return $"{file} has no certificate (BEGIN CERTIFICATE)";
            loaded.AddRange(read);
            return read.Select(one => FindFault(one, purpose: null, now)).OfType<string>().FirstOrDefault() is { } wrong
                ? $"{file} {wrong}"
                : null;
        }
        catch (CryptographicException e)
        {
            return $"{file} is cut off, or no certificate: {OneLine.Format(e)}";
        }
    }
}
