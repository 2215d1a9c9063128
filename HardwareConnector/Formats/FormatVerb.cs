using System.ComponentModel;
using System.Globalization;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Formats;
using FuncLibs.Hosting.Programs;
using FuncLibs.Runtime.Files;
using HardwareConnector.Configuration;

namespace HardwareConnector.Formats;

/// <summary>
/// The verb `format show|use|canary|reset`: what a connector, running or not, publishes blocks in. It writes a request
/// into the state folder; whoever may write there may change the format.
/// </summary>
internal static class FormatVerb
{
    /// <summary>Option set by the word after the verb.</summary>
    public const string Argument = nameof(FormatVerbOptions.Action);

    /// <summary>Option set by the second word.</summary>
    public const string NextArgument = nameof(FormatVerbOptions.Content);

    /// <summary>Options that may be given without a value.</summary>
    public const string Flag = nameof(FormatVerbOptions.KeepFormat);

    /// <summary>Exit code 0; 2 for a request that no connector could do.</summary>
    public static async Task<int> RunAsync(VerbContext<ConnectorOptions> context)
    {
        FormatVerbOptions options = context.Extra<FormatVerbOptions>();
        string folder = context.Options.State.Folder;
        if (!Directory.Exists(folder))
            throw new StartupException($"there is no state folder {Path.GetFullPath(folder)}; name its State:Folder");
        FormatFiles files = new(new DiskFiles(folder));
        SerializerRegistry registry = PlugInFormats.CreateRegistry();
        if (options.Action != FormatAction.Show)
            Check(Do(options, files, registry));
        Print(files, context.Options.Publish.Content, registry, context.Streams.Output);
        if (options.Action != FormatAction.Show)
            await context.Streams.Output.WriteLineAsync(
                "a running connector does it within a second: format.content and format.fault of /health say so");
        return ExitCodes.Ok;
    }

    private static FileOutcome Do(FormatVerbOptions options, FormatFiles files, SerializerRegistry registry)
    {
        if (options.Action == FormatAction.Reset)
            return files.Delete() is { Fault: not FileFault.Missing } deleted ? deleted : FileOutcome.Ok;
        if (registry.Create(options.Content) is null)
            throw new StartupException(FormatRequest.Unknown(options.Content, registry));
        FormatRequest? former = files.ReadRequest(out _);
        FormatRequest request = new() { Format = FormatRequest.CurrentFormat, Id = Guid.NewGuid() };
        if (options.Action == FormatAction.Use)
            return files.Write(request with { Content = options.Content });
        CanaryPlan plan = new()
        {
            Content = options.Content,
            SharePercent = options.Share,
            Blocks = options.Blocks,
            MaxErrors = options.MaxErrors,
            MaxSlowdown = options.MaxSlowdown,
            Promotes = !options.KeepFormat,
        };
        if (plan.Fault is { } fault)
            throw new StartupException(fault);
        string? content = FormatRequest.ContentAfter(former, files.ReadVerdict(former));
        return files.Write(request with { Content = content, Canary = plan });
    }

    private static void Check(FileOutcome outcome)
    {
        if (!outcome.IsOk)
            throw new StartupException(outcome.ToString());
    }

    private static void Print(FormatFiles files, string configured, SerializerRegistry registry, TextWriter output)
    {
        FormatRequest? request = files.ReadRequest(out string? fault);
        CanaryVerdict? verdict = files.ReadVerdict(request);
        string wanted = FormatRequest.ContentAfter(request, verdict) ?? $"{configured} (Publish:Content)";
        output.WriteLine($"requested {wanted}");
        output.WriteLine($"known     {string.Join(", ", registry.Names)}");
        if (fault is not null)
            output.WriteLine($"fault     {fault}");
        if (request?.Canary is { } plan)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"canary    {plan.Content}, {plan.SharePercent} % of the blocks, decided after {plan.Blocks}"));
        if (verdict is not null)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"verdict   {CanaryStateText.NameOf(verdict.State)}: {verdict.Reason} "
                    + $"({verdict.Utc:yyyy-MM-dd HH:mm:ss} UTC)"));
    }
}

/// <summary>Actions of the verb `format`.</summary>
public enum FormatAction
{
    /// <summary>Prints the format, the formats there are, and what came of the newest canary.</summary>
    Show,

    /// <summary>Publishes in another format.</summary>
    Use,

    /// <summary>Tries a format aside.</summary>
    Canary,

    /// <summary>Back to Publish:Content; ends a canary.</summary>
    Reset,
}

/// <summary>Options of the verb `format`.</summary>
public sealed class FormatVerbOptions
{
    /// <summary>The action.</summary>
    [Description("what to do; given after the verb")]
    public FormatAction Action { get; set; } = FormatAction.Show;

    /// <summary>Name of the format.</summary>
    [Description("name of a format; given after use or canary")]
    public string Content { get; set; } = "";

    /// <summary>Share of the blocks that a candidate gets, in percent.</summary>
    [Description("percent of the blocks that a canary encodes and decodes, 1 to 100")]
    public int Share { get; set; } = 10;

    /// <summary>Blocks until it is decided.</summary>
    [Description("blocks after which a canary is decided on, 200 to 10000000")]
    public int Blocks { get; set; } = CanaryPlan.DefaultBlocks;

    /// <summary>Errors that are tolerated.</summary>
    [Description("blocks that a canary may fail on or change")]
    public int MaxErrors { get; set; }

    /// <summary>Slowness that is tolerated.</summary>
    [Description("times that a canary may be slower than the format in use, by medians")]
    public double MaxSlowdown { get; set; } = 20;

    /// <summary>True: a canary that passes is not used.</summary>
    [Description("a canary that passes is not used; may be given as --keep-format")]
    public bool KeepFormat { get; set; }
}
