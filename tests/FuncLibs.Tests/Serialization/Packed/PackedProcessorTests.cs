using System.Diagnostics;

namespace FuncLibs.Tests.Serialization.Packed;

/// <summary>The tests of this folder again, golden bytes and round trips, in processes that may not use some instructions.</summary>
public sealed class PackedProcessorTests
{
    [Theory]
    [InlineData("DOTNET_EnableAVX512")]
    [InlineData("DOTNET_EnableAVX2")]
    [InlineData("DOTNET_EnableHWIntrinsic")]
    public async Task Run_WithoutSomeInstructions_GivesTheSameBytes(string setting)
    {
        const string Filter = "(FullyQualifiedName~PackedGolden|FullyQualifiedName~PackedRoundTrip|FullyQualifiedName~UsualPacked)";
        var start = new ProcessStartInfo("dotnet", ["vstest", typeof(PackedProcessorTests).Assembly.Location, $"--TestCaseFilter:{Filter}"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Directory.CreateTempSubdirectory("packed-").FullName,
        };
        start.Environment[setting] = "0";
        start.Environment[setting + "F"] = "0";
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Directory.Delete(start.WorkingDirectory, recursive: true);

        process.ExitCode.ShouldBe(0, output + await errors);
        output.ShouldContain("Passed");
    }
}
