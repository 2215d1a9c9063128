using System.ComponentModel;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using HardwareConnector.Configuration;
using HardwareConnector.Recording;

namespace HardwareConnector.Journaling;

/// <summary>
/// The verb `journal info|verify|dump`: inspects a journal, also beside a running connector. It only reads and takes no
/// lock.
/// </summary>
internal static class JournalVerb
{
    /// <summary>Option set by the word after the verb.</summary>
    public const string Argument = nameof(JournalVerbOptions.Action);

    /// <summary>Option that may be given without a value.</summary>
    public const string Flag = nameof(JournalVerbOptions.Json);

    /// <summary>Exit code 0 for an intact journal, 1 for damage or gaps, 2 for no journal.</summary>
    public static Task<int> RunAsync(VerbContext<ConnectorOptions> context)
    {
        JournalVerbOptions options = context.Extra<JournalVerbOptions>();
        string state = context.Options.State.Folder;
        var files = new DiskFiles(context.Options.Journal.In(state));
        if (!Directory.Exists(files.Folder))
            throw new StartupException(
                $"there is no journal in {files.Folder}; name its State:Folder or Journal:Folder");
        bool ok = Run(options, files, state, context.Streams.Output);
        return Task.FromResult(ok ? ExitCodes.Ok : ExitCodes.FatalError);
    }

    private static bool Run(JournalVerbOptions options, DiskFiles files, string state, TextWriter output)
    {
        Guid publisher = PublisherOf(state);
        if (options.Action == JournalAction.Verify)
            return VerifyOutput.Print(
                JournalVerifier.Verify(files, JournalOptions.Default, publisher, Published(state, publisher)),
                options.Json,
                output);
        var folder = new JournalFolder(files, JournalOptions.Default, publisher);
        if (options.Action == JournalAction.Dump)
            return new DumpOutput(options, output).Print(folder);
        PublisherPositionFile.Read(new DiskFiles(state), out PositionSnapshot? position, out _);
        return InfoOutput.Print(files.Folder, folder.Report, position, options.Json, output);
    }

    // Closed epochs, and the last one after a clean stop: after a kill, the next start adds the frames in the ring to
    // it.
    private static List<FrameRange> Published(string state, Guid publisher)
    {
        List<FrameRange> published = [];
        if (PublisherPositionFile.Read(new DiskFiles(state), out PositionSnapshot? position, out _).IsOk
            && position is { IsClean: true } && (position.Publisher == publisher || publisher == Guid.Empty))
            published.AddRange(position.Streams
                .Where(
                    stream => FrameHeader.IsDataStream(stream.Stream)
                        && stream.Last > 0)
                .Select(stream => new FrameRange(position.Epoch, stream.Stream, 1, stream.Last)));
        try
        {
            byte[] document = File.ReadAllBytes(Path.Combine(state, EpochRegistry.FileName));
            published.AddRange(JsonSerializer.Deserialize(document, EpochsJson.Default.EpochsDocument)?.Epochs
                .Select(
                    epoch => new FrameRange(epoch.Epoch, epoch.Stream, Math.Max(1, epoch.First), epoch.Last)) ?? []);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            // Without the file, only the journal shows what should be present.
            return published;
        }

        return published;
    }

    // Without a readable state, any publisher's journal is accepted.
    private static Guid PublisherOf(string state)
    {
        try
        {
            byte[] document = File.ReadAllBytes(Path.Combine(state, PublisherState.FileName));
            return JsonSerializer.Deserialize(document, StateJson.Default.StateDocument)?.Publisher ?? Guid.Empty;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return Guid.Empty;
        }
    }
}

/// <summary>Actions of the verb `journal`.</summary>
public enum JournalAction
{
    /// <summary>Lists what is kept, from the indexes.</summary>
    Info,

    /// <summary>Checks every byte.</summary>
    Verify,

    /// <summary>Lists every record.</summary>
    Dump,
}

/// <summary>Options of the verb `journal`.</summary>
public sealed class JournalVerbOptions
{
    /// <summary>The action.</summary>
    [Description("what to do; given after the verb")]
    public JournalAction Action { get; set; } = JournalAction.Info;

    /// <summary>Machine-readable output.</summary>
    [Description("one JSON object a line instead of text; may be given as --json")]
    public bool Json { get; set; }

    /// <summary>`dump`: only this stream.</summary>
    [Description("dump: only this stream; -1 = all")]
    public long Stream { get; set; } = -1;

    /// <summary>`dump`: only this epoch.</summary>
    [Description("dump: only this epoch; 0 = all")]
    public long Epoch { get; set; }
}
