using System.Net.Sockets;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.RigLink;
using Microsoft.Extensions.Logging;

namespace Tools.Load;

/// <summary>What a load run needs before anything starts: every port bound, and the file of the report open.</summary>
internal sealed class LoadSetup : IDisposable
{
    private readonly List<LoadedRig> _rigs = [];

    /// <summary>Binds and opens.</summary>
    /// <param name="plan">What the rigs are.</param>
    /// <param name="load">Options of the verb.</param>
    /// <param name="time">Clock of the rigs.</param>
    /// <param name="fate">Notified when a thread of a rig dies.</param>
    /// <param name="loggers">Logs of the rigs.</param>
    /// <exception cref="StartupException">Ports are in use; all of them are named.</exception>
    /// <exception cref="IOException">The file cannot be made.</exception>
    public LoadSetup(LoadPlan plan, LoadOptions load, TimeProvider time, FatalErrorHandler fate, ILoggerFactory loggers)
    {
        Plan = plan;
        PrintsArguments = load.Connector;
        Start = new LoadStart(time);
        try
        {
            Bind(number => new LoadedRig(plan, number, Start, time, fate, loggers));
            File = Create(load.Out);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>What the rigs are.</summary>
    public LoadPlan Plan { get; }

    /// <summary>The rigs, listening.</summary>
    public IReadOnlyList<LoadedRig> Rigs => _rigs;

    /// <summary>Their common start.</summary>
    public LoadStart Start { get; }

    /// <summary>Takes the report; null when none is requested.</summary>
    public FileStream? File { get; }

    /// <summary>Whether the arguments of a connector are printed.</summary>
    public bool PrintsArguments { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _rigs.ForEach(rig => rig.Dispose());
        File?.Dispose();
        Start.Dispose();
    }

    private void Bind(Func<int, LoadedRig> make)
    {
        List<string> taken = [];
        for (int number = 0; number < Plan.Rigs; number++)
        {
            try
            {
                _rigs.Add(make(number));
            }
            catch (SocketException e)
            {
                taken.Add($"{LoadPlan.NameOf(number)} at {LinkEndpoint.Format(Plan.EndpointOf(number))}: {e.Message}");
            }
        }

        if (taken.Count > 0)
            throw new StartupException(
                $"ListenFrom: {string.Join("; ", taken)}; end the process that uses the port, or choose another one "
                    + $"to begin with (0 = any free ones)");
    }

    private static FileStream? Create(string path)
    {
        if (path.Length == 0)
            return null;
        try
        {
            return new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException
            or NotSupportedException)
        {
            throw new IOException($"Out {path}: {e.Message}", e);
        }
    }
}
