using System.Text;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Users;

/// <summary>
/// Reads a new password: from a terminal, twice and without showing it, or the first line of standard input. Never an
/// argument, because every user of a machine sees the arguments of its processes.
/// </summary>
internal static class PasswordInput
{
    /// <summary>Reads it.</summary>
    /// <exception cref="StartupException">It cannot be one, or was typed differently.</exception>
    public static string Read(ProcessStreams streams)
    {
        string password = streams.IsTerminal ? Type(streams.Output, "password: ") : ReadLine(streams.Input);
        if (PasswordHashes.FindPasswordFault(password) is { } fault)
            throw new StartupException(fault);
        if (streams.IsTerminal && Type(streams.Output, "again: ") != password)
            throw new StartupException("the two passwords differ; nothing was changed");
        return password;
    }

    private static string ReadLine(Stream input)
    {
        // Stays open: it is the process's.
        using var reader = new StreamReader(input, Encoding.UTF8, leaveOpen: true);
        char[] text = new char[PasswordHashes.MaxLength + 2];
        int length = reader.ReadBlock(text);
        int end = Array.FindIndex(text, 0, length, static c => c is '\n' or '\r');
        return new string(text, 0, end < 0 ? length : end);
    }

    private static string Type(TextWriter output, string prompt)
    {
        output.Write(prompt);
        var text = new StringBuilder();
        while (Console.ReadKey(intercept: true) is { Key: not ConsoleKey.Enter } key)
        {
            if (key.Key == ConsoleKey.Backspace)
                text.Length = Math.Max(0, text.Length - 1);
            else if (text.Length <= PasswordHashes.MaxLength)
                text.Append(key.KeyChar);
        }

        output.WriteLine();
        return text.ToString();
    }
}
