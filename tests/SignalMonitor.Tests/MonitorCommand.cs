using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Hosting;

namespace SignalMonitor.Tests;

/// <summary>The program as it is called from a shell, in this process.</summary>
internal static class MonitorCommand
{
    public static async Task<(int Code, string Output, string Errors)> RunAsync(Stream input, params string[] args)
    {
        using var output = new StringWriter();
        using var errors = new StringWriter();
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code =
            await HostProgram.RunAsync(args, MonitorHost.Definition, inputs, new ProcessStreams(input, output, errors));
        return (code, output.ToString(), errors.ToString());
    }
}
