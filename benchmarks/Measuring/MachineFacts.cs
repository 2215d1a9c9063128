using System.Runtime;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Benchmarks.Measuring;

/// <summary>What the figures were taken on; printed above them.</summary>
internal static class MachineFacts
{
    public static void Print()
    {
        string vectors =
            Avx512Vbmi.IsSupported ? "AVX-512 VBMI" : Vector256.IsHardwareAccelerated ? "AVX2" : "no wide vectors";
        Console.WriteLine($"# {ProcessorName()}, {Environment.ProcessorCount} cores, {vectors}");
        Console.WriteLine(
            $"# {RuntimeInformation.OSDescription}, {RuntimeInformation.FrameworkDescription}, "
                + $"{(IsTiered ? "tiered" : "full")} JIT, {(GCSettings.IsServerGC ? "server" : "workstation")} GC");
    }

    private static bool IsTiered => Environment.GetEnvironmentVariable("DOTNET_TieredCompilation") != "0";

    private static string ProcessorName()
    {
        const string CpuInfo = "/proc/cpuinfo";
        string? line = File.Exists(CpuInfo)
            ? File.ReadLines(CpuInfo).FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal))
            : null;
        return line is null
            ? RuntimeInformation.ProcessArchitecture.ToString()
            : line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
    }
}
