using System.Runtime.Intrinsics.X86;
using FuncLibs.Tests.Signals.Elementwise;

namespace FuncLibs.Tests;

/// <summary>
/// Runs the tests of everything that has vector loops again, in test hosts whose processor lacks the wider
/// instructions, so that each path meets the same golden bytes. .NET reads the switches at start only.
/// </summary>
public sealed class ProcessorPathTests
{
    private const string PathVariable = "EXPECTED_PROCESSOR_PATH";
    private const string Vectorised =
        "FullyQualifiedName~FuncLibs.Tests.Blocks.Tokens|FullyQualifiedName~FuncLibs.Tests.Blocks.Serialization.VectorBorderTests"
        + "|FullyQualifiedName~FuncLibs.Tests.Blocks.Serialization.Columns|FullyQualifiedName~FuncLibs.Tests.Blocks.Serialization.Rows"
        + "|FullyQualifiedName~FuncLibs.Tests.Blocks.Serialization.Packed.PackedGolden|FullyQualifiedName~FuncLibs.Tests.Blocks.Serialization.Packed.PackedRoundTrip"
        + "|FullyQualifiedName~FuncLibs.Tests.Blocks.Serialization.Packed.PackedFastPath"
        + "|FullyQualifiedName~FuncLibs.Tests.Signals.Elementwise|FullyQualifiedName~Path_InThisProcess";

    /// <summary>
    /// The paths, and what switches the present one off. No supported processor lacks vectors of 128 bits, and without
    /// them all of .NET is compiled anew: that path runs at night.
    /// </summary>
    public static TheoryData<string, string> Paths
    {
        get
        {
            TheoryData<string, string> paths =
                new() { { "avx2", "DOTNET_EnableAVX512" }, { "portable", "DOTNET_EnableAVX2" } };
            if (Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1")
                paths.Add("portable", "DOTNET_EnableHWIntrinsic");
            return paths;
        }
    }

    private static string Present => Avx512Vbmi.IsSupported ? "vbmi" : Avx2.IsSupported ? "avx2" : "portable";

    [Fact]
    public void Path_InThisProcess_IsTheRequestedOne() =>
        Present.ShouldBe(Environment.GetEnvironmentVariable(PathVariable) ?? Present);

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task Path_OfALesserProcessor_PassesTheSameTests(string path, string knob)
    {
        if (!Avx2.IsSupported || Environment.GetEnvironmentVariable(PathVariable) is not null)
            return;
        await ChildTestHost.PassesAsync(
            Vectorised,
            new() { [PathVariable] = path, [knob] = "0", [FunctionDigests.Variable] = FunctionDigests.OfAll() });
    }
}
