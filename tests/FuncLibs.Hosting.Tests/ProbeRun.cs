using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using HostProbe;

namespace FuncLibs.Hosting.Tests;

/// <summary>The probe host in this process, with layers of the test's choice.</summary>
internal sealed record ProbeRun(int ExitCode, string Output, string[] Faults)
{
    public static Task<ProbeRun> OfAsync(params string[] args) => OfAsync("/nowhere", [], args);

    public static async Task<ProbeRun> OfAsync(
        string settingsFolder, Dictionary<string, string> variables, params string[] args)
    {
        await using var output = new StringWriter();
        await using var error = new StringWriter();
        int exitCode = await HostProgram.RunAsync(
            args,
            ProbeHost.Definition,
            new ConfigurationInputs(settingsFolder, variables),
            new ProcessStreams(Stream.Null, output, error));
        string[] faults = error.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        return new ProbeRun(exitCode, output.ToString(), faults);
    }

    /// <summary>The line of `config` for a key.</summary>
    public string? Line(string key) =>
        Output.Split(Environment.NewLine).FirstOrDefault(line => line.StartsWith(key + " =", StringComparison.Ordinal));
}
