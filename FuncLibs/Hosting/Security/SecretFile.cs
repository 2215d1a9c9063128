using System.Text;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.Security;

/// <summary>A password or key in a file that only its owner may read.</summary>
internal static class SecretFile
{
    private const int MaxBytes = 4096;

    /// <summary>Reads the token of a link or service, whose length is limited.</summary>
    /// <param name="path">The file.</param>
    /// <param name="maxBytes">Longest token in UTF-8 bytes.</param>
    /// <param name="token">Its text without white space at the ends.</param>
    /// <returns>What is wrong, in one line with the path and what to do; null when nothing is.</returns>
    public static string? ReadToken(string path, int maxBytes, out string token) => Read(path, out token)
        ?? (Encoding.UTF8.GetByteCount(token) > maxBytes
            ? $"file {path} holds more than the {maxBytes} bytes of a token" : null);

    /// <summary>Reads it.</summary>
    /// <param name="path">The file.</param>
    /// <param name="secret">Its text without white space at the ends; empty when there is a fault.</param>
    /// <returns>What is wrong, in one line with the path and what to do; null when nothing is.</returns>
    public static string? Read(string path, out string secret)
    {
        secret = "";
        try
        {
            if (!File.Exists(path))
                return $"file {path} does not exist";
            if (OwnerOnlyFile.FindModeFault(path) is { } mode)
                return $"file {path} {mode}";
            using FileStream file = File.OpenRead(path);
            if (file.Length > MaxBytes)
                return $"file {path} has {file.Length} bytes, more than {MaxBytes}: is it the right one?";
            byte[] bytes = new byte[MaxBytes];
            int length = file.ReadAtLeast(bytes, MaxBytes, throwOnEndOfStream: false);
            secret = Encoding.UTF8.GetString(bytes, 0, length).Trim();
            return secret.Length == 0 ? $"file {path} is empty" : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return $"file {path} cannot be read: {e.Message}";
        }
    }
}
