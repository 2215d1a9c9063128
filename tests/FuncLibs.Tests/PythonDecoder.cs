using System.Diagnostics;
using Testing;

namespace FuncLibs.Tests;

/// <summary>
/// Decoders in plain Python that know nothing but docs/wire-format.md: they prove that its tables say enough.
/// </summary>
internal static class PythonDecoder
{
    /// <summary>Debian's, which every build machine has; others skip these tests.</summary>
    public const string Interpreter = "/usr/bin/python3";

    /// <summary>
    /// Runs tests/Interop/python/<paramref name="script"/> over a file and returns the values it prints.
    /// </summary>
    public static async Task<byte[]> DecodeAsync(string script, string file)
    {
        var start =
            new ProcessStartInfo(Interpreter, ["-B", Repository.PathOf("tests", "Interop", "python", script), file])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string hex = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        (await errors).ShouldBe("");
        return Convert.FromHexString(hex.Trim());
    }
}
