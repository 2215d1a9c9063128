using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Formats;
using FuncLibs.Hosting.Programs;

namespace SignalMonitor.Inspection;

/// <summary>The verb `inspect`: any payload, or several one after the other, as text with offsets;
/// for bad bytes what, where and why.</summary>
internal static class InspectVerb
{
    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(InspectOptions.File);

    private const string StandardInput = "-";
    private const int MaxBytes = 256 << 20;

    /// <summary>
    /// Exit code 0 when every document was read, 1 when one was not, 2 when there is nothing to read.
    /// </summary>
    public static async Task<int> RunAsync<TOptions>(VerbContext<TOptions> context)
        where TOptions : class, IHostOptions, new()
    {
        InspectOptions options = context.Extra<InspectOptions>();
        SerializerRegistry registry = PlugInFormats.CreateRegistry();
        if (options.Content.Length > 0 && options.Content != Guess.Map && registry.Create(options.Content) is null)
            throw new StartupException(
                $"'{options.Content}' is no format; there are {string.Join(", ", registry.Names)} and {Guess.Map}.");
        byte[] bytes = await ReadAsync(options.File, context.Streams.Input);
        var inspector = new Inspector(bytes, context.Streams.Output, registry);
        return inspector.Run(options.Content) ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private static async Task<byte[]> ReadAsync(string name, Stream input)
    {
        try
        {
            await using Stream stream = name == StandardInput ? input : File.OpenRead(name);
            using var bytes = new MemoryStream();
            byte[] part = new byte[64 * 1024];
            for (int read; (read = await stream.ReadAsync(part)) > 0;)
            {
                if (bytes.Length + read > MaxBytes)
                    throw new StartupException($"{name} is longer than {MaxBytes} bytes.");
                await bytes.WriteAsync(part.AsMemory(0, read));
            }

            return bytes.ToArray();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"{name} cannot be read: {e.Message}");
        }
    }
}

/// <summary>Options of the verb `inspect`.</summary>
public sealed class InspectOptions
{
    /// <summary>The file to read, or `-` for standard input.</summary>
    [Description("file to read, or - for standard input; given after the verb")]
    [Required]
    public string File { get; set; } = "";

    /// <summary>Name of the format, or `map`; guessed from the first bytes when empty.</summary>
    [Description("format: a name of Content, or map; guessed when empty")]
    public string Content { get; set; } = "";
}
