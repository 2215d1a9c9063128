using System.CommandLine;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Schema;
using FuncLibs.Hosting.Transports;
using Launcher.Reporting;

namespace Launcher;

/// <summary>The command line of the launcher.</summary>
internal static class LauncherCommand
{
    private static readonly Option<double?> Rate =
        new("--rate") { Description = "blocks per second (default: that of the preset)" };
    private static readonly Option<string> Preset = new("--preset")
    {
        Description = "preset of the simulator",
        DefaultValueFactory = _ => "reference",
    };

    private static readonly Option<string> Content = new("--content")
    {
        Description = "content of the published blocks",
        DefaultValueFactory = _ => "columns",
    };

    private static readonly Option<string> Transport = new("--transport", "--Transport:Library")
    {
        Description = "ZeroMQ library: auto (direct; on Windows libzmq where it is installed, else netmq), libzmq, netmq, "
            + "direct",
        DefaultValueFactory = _ => "auto",
    };

    private static readonly Option<double?> For =
        new("--for") { Description = "seconds after warm-up (default: until Ctrl-C)" };
    private static readonly Option<bool> Json = new("--json") { Description = "end with one JSON object on one line" };
    private static readonly Option<string?> RunFolder =
        new("--run-folder") { Description = "folder for logs, summaries and state" };
    private static readonly Option<bool> AnyPorts =
        new("--any-ports") { Description = "listen on any free ports (default: 5555-5557, 5080, 5081 where free)" };
    private static readonly Option<string?> Bin =
        new("--bin") { Description = "folder of the programs; {name} is the name of the program" };

    /// <summary>The root command; its action returns the exit code.</summary>
    public static RootCommand Create(CancellationToken stop)
    {
        RefuseBelow(Rate, min: double.Epsilon, "--rate must be greater than 0");
        Transport.AcceptOnlyFromAmong([.. ValueText.NamesOf(typeof(TransportChoice))]);
        RefuseBelow(For, min: 0, "--for must be 0 or more");
        var command = new RootCommand(
            "Runs simulator, HardwareConnector and SignalMonitor, shows the live table, and accounts for every block.")
        {
            Rate, Preset, Content, Transport, For, Json, RunFolder, AnyPorts, Bin,
        };
        command.SetAction((result, _) => RunAsync(result, stop));
        return command;
    }

    private static async Task<int> RunAsync(ParseResult words, CancellationToken stop)
    {
        try
        {
            RunReport report = await MainJob.RunAsync(Options(words), stop);
            foreach (string failure in report.Failures)
                await Console.Error.WriteLineAsync(failure);
            await Console.Out.WriteLineAsync(words.GetValue(Json)
                ? JsonSerializer.Serialize(report, ReportJson.Default.RunReport)
                : ReportText.Format(report));
            return report.Failures.Count == 0 ? ExitCodes.Ok : ExitCodes.FatalError;
        }
        catch (StartupException e)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return ExitCodes.CannotStart;
        }
    }

    private static MainJobOptions Options(ParseResult words)
    {
        string? repository = Binaries.Repository;
        string folder = words.GetValue(RunFolder) ?? Path.Combine(repository ?? throw Outside("--run-folder"), ".run");
        Binaries? binaries =
            words.GetValue(Bin) is { } pattern ? new Binaries(pattern) : Binaries.Beside(AppContext.BaseDirectory);
        return new MainJobOptions
        {
            Rate = words.GetValue(Rate),
            Preset = words.GetRequiredValue(Preset),
            Content = words.GetRequiredValue(Content),
            Transport = words.GetRequiredValue(Transport),
            ForSeconds = words.GetValue(For),
            RunFolder = folder,
            Binaries = binaries ?? throw Outside("--bin"),
            Addresses = words.GetValue(AnyPorts) ? JobAddresses.Any : JobAddresses.Default,
            WriteLine = Console.Error.WriteLine,
        };
    }

    private static StartupException Outside(string option) =>
        new($"this is not a repository of the project: give {option}");

    private static void RefuseBelow(Option<double?> option, double min, string message) =>
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<double?>() is { } value && !(value >= min && double.IsFinite(value)))
                result.AddError(message);
        });
}
