using Testing;

namespace Integration.Deployment;

/// <summary>A command of the README, and the machine on which it is typed.</summary>
internal sealed record ReadmeCommand(string Machine, string Text);

/// <summary>The commands of the README's section about deployment.</summary>
internal static class ReadmeCommands
{
    private const string Title = "## Deployment";
    private const string Fence = "```";
    private const string Place = "# on ";

    /// <summary>Reads the first block of commands below the title.</summary>
    public static IReadOnlyList<ReadmeCommand> Read()
    {
        string[] lines = File.ReadAllLines(Repository.PathOf("README.md"));
        string machine = "";
        List<ReadmeCommand> commands = [];
        foreach (string line in lines
            .SkipWhile(line => line != Title)
            .SkipWhile(line => !line.StartsWith(Fence, StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(line => !line.StartsWith(Fence, StringComparison.Ordinal)))
        {
            if (line.StartsWith(Place, StringComparison.Ordinal))
                machine = line[Place.Length..];
            else if (line.Length > 0)
                commands.Add(new ReadmeCommand(machine, line));
        }

        return commands;
    }
}
