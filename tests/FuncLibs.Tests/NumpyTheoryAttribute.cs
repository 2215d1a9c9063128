using System.Diagnostics;

namespace FuncLibs.Tests;

/// <summary>A theory whose oracle is numpy; skipped with the reason where it is missing.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class NumpyTheoryAttribute : TheoryAttribute
{
    private static readonly Lazy<string?> Missing = new(FindMissing);

    public NumpyTheoryAttribute() => Skip = Missing.Value;

    private static string? FindMissing()
    {
        if (!File.Exists(PythonDecoder.Interpreter))
            return $"{PythonDecoder.Interpreter} is not installed (Debian: apt-get install python3 python3-numpy)";
        using Process probe = Process.Start(
            new ProcessStartInfo(PythonDecoder.Interpreter, ["-c", "import numpy"]) { RedirectStandardError = true })!;
        probe.StandardError.ReadToEnd();
        probe.WaitForExit();
        return probe.ExitCode == 0
            ? null
            : $"{PythonDecoder.Interpreter} has no numpy (Debian: apt-get install python3-numpy)";
    }
}
