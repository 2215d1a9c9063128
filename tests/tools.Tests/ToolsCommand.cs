using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;

namespace Tools.Tests;

/// <summary>The program as it is called from a shell, in this process.</summary>
internal static class ToolsCommand
{
    public static async Task<(int Code, string Output, string Errors)> RunAsync(params string[] args)
    {
        using var output = new StringWriter();
        using var errors = new StringWriter();
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code = await ToolsProgram.RunAsync(args, inputs, new ProcessStreams(Stream.Null, output, errors));
        return (code, output.ToString(), errors.ToString());
    }
}
