using System.Diagnostics;
using Testing;

namespace FuncLibs.Tests.Serialization.Packed;

/// <summary>The golden bodies, read by sixty lines of plain Python that know nothing but docs/wire-format.md.</summary>
public sealed class PackedPythonTests
{
    private const string Python = "/usr/bin/python3";

    public static TheoryData<string> Names => [.. PackedGolden.Names];

    [PythonTheory]
    [MemberData(nameof(Names))]
    public async Task Decode_GoldenBody_GivesTheGoldenPoints(string name)
    {
        string script = Repository.PathOf("tests", "Interop", "python", "decode_packed.py");
        var start = new ProcessStartInfo(Python, ["-B", script, PackedGolden.PathOf(name, "bin")]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string hex = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();

        (await errors).ShouldBe("");
        hex.Trim().ShouldBe(Convert.ToHexStringLower(await File.ReadAllBytesAsync(PackedGolden.PathOf(name, "f64"))));
    }

    private sealed class PythonTheoryAttribute : TheoryAttribute
    {
        public PythonTheoryAttribute()
        {
            if (!File.Exists(Python))
                Skip = $"{Python} is not installed.";
        }
    }
}
