using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.Sharing;

/// <summary>
/// Looks, beside the lease, whether the claim of a station is still the newest one, and writes the address of its page
/// into it. A folder that does not answer for a while ends nothing: the process of the station says that it cannot
/// save. One task calls it, and never waits.
/// </summary>
/// <param name="folder">The folder of the station.</param>
/// <param name="calls">Calls to it.</param>
/// <param name="claim">The claim.</param>
internal sealed class ClaimWatch(StationFolder folder, FolderCalls calls, StationClaim claim)
{
    private Task<bool>? _look;
    private StationClaim _looked = claim;

    /// <summary>The claim as it was written last.</summary>
    public StationClaim Claim { get; private set; } = claim;

    /// <summary>True once another one took the station.</summary>
    public bool IsTaken { get; private set; }

    /// <summary>Why the folder cannot be used now, in one line; null when it can.</summary>
    public string? Fault { get; private set; }

    /// <summary>Takes what the last look has found, or begins another one.</summary>
    /// <param name="page">Address of the page; null until there is one.</param>
    public void Turn(string? page)
    {
        if (_look is { IsCompleted: true } over)
            Conclude(over);
        else if (_look is null && !calls.IsBusy)
            Begin(page);
        else if (calls.Busy > FolderCalls.SilenceLimit)
            Fault = FaultOf(FolderCalls.NoAnswer(calls.Busy));
    }

    private void Begin(string? page)
    {
        StationClaim wanted = Claim with { Page = page };
        bool isNew = wanted != Claim;
        _looked = wanted;
        _look = calls.Start(() =>
        {
            bool isCurrent = folder.IsCurrent(wanted);
            if (isCurrent && isNew)
                folder.Announce(wanted);
            return isCurrent;
        });
    }

    private void Conclude(Task<bool> over)
    {
        _look = null;
        try
        {
            IsTaken = !over.GetAwaiter().GetResult();
            Claim = _looked;
            Fault = null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fault = FaultOf(e);
        }
    }

    private string FaultOf(Exception e) => $"{folder.Path} cannot be used: {OneLine.Format(e)}";
}
