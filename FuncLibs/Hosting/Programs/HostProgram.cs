using System.Net.Sockets;
using FuncLibs.Hosting.CommandLine;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Messaging.Transport;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Options;

namespace FuncLibs.Hosting.Programs;

/// <summary>
/// Runs a host from the arguments of the process to its exit code: all of Program.cs except the definition.
/// </summary>
public static class HostProgram
{
    /// <summary>Runs a host with the streams and the environment of the process.</summary>
    public static Task<int> RunAsync<TOptions>(string[] args, HostDefinition<TOptions> definition)
        where TOptions : class, IHostOptions, new() =>
        RunAsync(args, definition, ConfigurationInputs.FromProcess(), ProcessStreams.FromProcess());

    /// <summary>Runs a host.</summary>
    /// <returns>One of <see cref="ExitCodes"/>, or the result of an extra verb.</returns>
    public static async Task<int> RunAsync<TOptions>(
        string[] args, HostDefinition<TOptions> definition, ConfigurationInputs inputs, ProcessStreams streams)
        where TOptions : class, IHostOptions, new()
    {
        if (args.Length > 0 && definition.MovedVerbs.TryGetValue(args[0].ToLowerInvariant(), out string? command))
        {
            await streams.Error.WriteLineAsync($"{definition.Name}: the verb '{args[0]}' has moved; use `{command}`");
            return ExitCodes.CannotStart;
        }

        HostVerb<TOptions>[] verbs = [.. BuiltIn<TOptions>(), .. definition.Verbs];
        string[] names = [.. verbs.Select(verb => verb.Name)];
        ParsedCommandLine line = CommandLineParser.Parse(WithFlag(WithNamedArgument(args, verbs), verbs), names);
        HostVerb<TOptions> verb = verbs.First(verb => verb.Name == line.Verb);
        if (line.IsHelpRequested)
            return Help(definition, verbs, args.Length > 0 && !args[0].StartsWith('-') ? verb : null, streams.Output);
        EffectiveConfiguration<TOptions> configuration = ConfigurationLoader.Load(
            inputs, line, definition.Aliases, verb.SkipsChecks ? [] : definition.Checks, verb.ExtraOptions);
        foreach (ConfigurationFault fault in configuration.Faults)
            await streams.Error.WriteLineAsync(fault.ToString());
        if (configuration.Faults.Count > 0)
            return ExitCodes.CannotStart;
        try
        {
            return await verb.RunAsync(new VerbContext<TOptions>(definition, configuration, streams));
        }
        catch (Exception e) when (StartFailure.Describe(e) is { } lines)
        {
            foreach (string text in lines)
                await streams.Error.WriteLineAsync($"{definition.Name} cannot start: {text}");
            return ExitCodes.CannotStart;
        }
    }

    // `verb WORD NEXT` becomes `verb --Key WORD --NextKey NEXT` if the verb defines these arguments.
    private static string[] WithNamedArgument<TOptions>(string[] args, HostVerb<TOptions>[] verbs)
        where TOptions : class, IHostOptions, new()
    {
        HostVerb<TOptions>? verb = args.Length < 2
            ? null
            : verbs.FirstOrDefault(v => v.Name.Equals(args[0], StringComparison.OrdinalIgnoreCase));
        if (verb?.Argument is not { } first || !IsWord(args[1]))
            return args;
        return verb.NextArgument is { } next && args.Length > 2 && IsWord(args[2])
            ? [args[0], "--" + first, args[1], "--" + next, .. args[2..]]
            : [args[0], "--" + first, .. args[1..]];

        static bool IsWord(string text) => text == "-" || !text.StartsWith('-');
    }

    // `verb ... --flag` becomes `verb ... --Flag=true`, and `--some-key` becomes `--SomeKey`, if the verb defines them.
    private static string[] WithFlag<TOptions>(string[] args, HostVerb<TOptions>[] verbs)
        where TOptions : class, IHostOptions, new()
    {
        HostVerb<TOptions>? verb = args.Length < 2
            ? null
            : verbs.FirstOrDefault(v => v.Name.Equals(args[0], StringComparison.OrdinalIgnoreCase));
        IReadOnlyList<string> flags = verb?.Flags ?? [];
        return [.. args.Select((word, at) => BareFlag(word, at) is { } flag ? $"--{flag}=true" : Undashed(word))];

        string Undashed(string word)
        {
            int end = word.IndexOf('=', StringComparison.Ordinal) is var at and >= 0 ? at : word.Length;
            string? key = IsOption(word) ? verb?.DashedKeys.FirstOrDefault(dashed => Names(word[..end], dashed)) : null;
            return key is null ? word : $"--{key}{word[end..]}";
        }

        string? BareFlag(string word, int at) =>
            IsOption(word) && (at + 1 == args.Length || IsOption(args[at + 1]))
                ? flags.FirstOrDefault(flag => Names(word, flag))
                : null;

        static bool Names(string word, string flag) =>
            word.Replace("-", "", StringComparison.Ordinal).Equals(flag, StringComparison.OrdinalIgnoreCase);

        static bool IsOption(string word) => word.StartsWith("--", StringComparison.Ordinal);
    }

    private static HostVerb<TOptions>[] BuiltIn<TOptions>()
        where TOptions : class, IHostOptions, new() =>
    [
        new("run", "runs until it is stopped", context => context.RunHostAsync()),
        new("check", "validates the configuration; exit code 0 or 2", async context =>
        {
            await context.Streams.Output.WriteLineAsync("configuration ok");
            return ExitCodes.Ok;
        }),
        new("config", "prints the effective configuration and where each value came from", async context =>
        {
            foreach (EffectiveValue value in context.Configuration.Values.Concat(context.Configuration.Serilog))
                await context.Streams.Output.WriteLineAsync(value.ToString());
            return ExitCodes.Ok;
        }),
    ];

    // The page of the named verb, or that of the program.
    private static int Help<TOptions>(
        HostDefinition<TOptions> definition, HostVerb<TOptions>[] verbs, HostVerb<TOptions>? named, TextWriter output)
        where TOptions : class, IHostOptions, new()
    {
        TOptions root = new();
        if (named is null)
        {
            HelpText.Write(
                output,
                definition.Name,
                [.. verbs.Select(v => KeyValuePair.Create(v.Name, v.Meaning))],
                root,
                definition.Aliases);
            return ExitCodes.Ok;
        }

        string words = string.Concat(
            new[] { named.Argument, named.NextArgument }.OfType<string>().Select(
                key => $" [{char.ToLowerInvariant(key[0])}{key[1..]}]"));
        object? own = named.ExtraOptions is { } extra ? Activator.CreateInstance(extra) : null;
        HelpText.WriteVerb(
            output,
            definition.Name,
            named.Name + words,
            named.Meaning,
            own,
            root,
            named.ProgramSections,
            definition.Aliases);
        return ExitCodes.Ok;
    }
}

/// <summary>Distinguishes exceptions that mean "cannot start here" from defects of the program.</summary>
public static class StartFailure
{
    /// <summary>The lines for the user, or null for a defect, which needs its stack trace.</summary>
    public static IReadOnlyList<string>? Describe(Exception exception) => exception switch
    {
        StartupException => [exception.Message],
        TransportException => [OneLine.Format(exception)],
        OptionsValidationException options => [.. options.Failures],
        _ when Chain(exception).OfType<SocketException>().FirstOrDefault() is { } socket =>
            [Explain(exception, socket)],
        IOException or UnauthorizedAccessException => [OneLine.Format(exception)],
        _ => null,
    };

    private static string Explain(Exception outer, SocketException socket) => socket.SocketErrorCode switch
    {
        SocketError.AddressAlreadyInUse =>
            $"{OneLine.Format(outer)}; end the process that uses the port, or choose another port (0 = any free one)",
        SocketError.AccessDenied => $"{OneLine.Format(outer)}; choose a port above 1023",
        _ => OneLine.Format(outer),
    };

    private static IEnumerable<Exception> Chain(Exception exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
            yield return e;
    }
}

/// <summary>The standard streams of the process; tests provide their own.</summary>
/// <param name="Input">Standard input; only a supervised process reads it, to detect that it closes.</param>
/// <param name="Output">Standard output: results, `listening` lines.</param>
/// <param name="Error">Standard error: faults and logs.</param>
public sealed record ProcessStreams(Stream Input, TextWriter Output, TextWriter Error)
{
    /// <summary>True when a person types at the input.</summary>
    public bool IsTerminal { get; init; }

    /// <summary>The streams of the current process.</summary>
    public static ProcessStreams FromProcess() => new(Console.OpenStandardInput(), Console.Out, Console.Error)
    {
        IsTerminal = !Console.IsInputRedirected,
    };
}
