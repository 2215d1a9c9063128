using System.Diagnostics;

namespace FuncLibs.Tests;

/// <summary>
/// Tests of this assembly again, in a process with other environment variables: what is read at start only.
/// </summary>
internal static class ChildTestHost
{
    /// <summary>Runs the tests that a filter names; they have to pass.</summary>
    public static async Task PassesAsync(string filter, Dictionary<string, string> variables)
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                "vstest", typeof(ChildTestHost).Assembly.Location, $"--TestCaseFilter:{filter}",
                "--logger:console;verbosity=minimal",
            ])
        {
            RedirectStandardOutput = true,
        };
        foreach ((string name, string value) in variables)
            start.Environment[name] = value;
        using Process host = Process.Start(start)!;
        string output = await host.StandardOutput.ReadToEndAsync();
        await host.WaitForExitAsync();

        host.ExitCode.ShouldBe(0, output);
        output.ShouldContain("Passed!");
    }
}
