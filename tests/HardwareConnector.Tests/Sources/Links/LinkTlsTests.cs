using System.Security.Cryptography.X509Certificates;
using FuncLibs.Messaging.RigLink;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Links;
using Testing;
using Testing.Certificates;

namespace HardwareConnector.Tests.Sources.Links;

/// <summary>
/// The controller link over TLS, between a real rig and a connector: who is let in, and what is said.
/// </summary>
public sealed class LinkTlsTests
{
    private const int WaitMicroseconds = 100_000;
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    [Fact]
    public void Connect_RigOfTheLab_GivesBlocks()
    {
        using var rig = new SecuredRig();

        rig.Connect(rig.Trusting, out LinkClient? client).ToString().ShouldBe("Ok");

        using (client)
        {
            ReadBlock(client!).ShouldBeGreaterThan(LinkBlockHeader.Bytes);
            client!.Tls!.Peer.ShouldBe("CN=rig1");
            client.Tls.Protocol.ShouldStartWith("Tls1");
        }
    }

    [Fact]
    public void Connect_ByAddress_IsTheNameOfTheCertificateToo()
    {
        using var rig = new SecuredRig();

        LinkOutcome outcome = rig.Connect(rig.Trusting, out LinkClient? client, host: "127.0.0.1");

        client?.Dispose();
        outcome.ToString().ShouldBe("Ok");
    }

    [Fact]
    public void Connect_RigOfAnotherLab_IsNotTrusted()
    {
        using X509Certificate2 other = TestCertificates.Authority("other", Now);
        using var rig = new SecuredRig(_ => SecuredRig.Good(other));

        Refused(rig, rig.Trusting).ShouldStartWith(
            "no TLS with the peer: the certificate CN=rig1 is signed by nobody who is trusted (");
    }

    [Fact]
    public void Connect_AuthoritiesOfTheSystem_DoNotKnowTheLab()
    {
        using var rig = new SecuredRig();

        Refused(rig, new RigTlsOptions()).ShouldContain("is signed by nobody who is trusted");
    }

    [Fact]
    public void Connect_ExpiredRig_SaysWhen()
    {
        using var rig = new SecuredRig(
            lab => TestCertificates.Create(Now, "rig1", fromDays: -9, untilDays: -1, authority: lab), daysAgo: 5);

        Refused(rig, rig.Trusting).ShouldContain("the certificate CN=rig1 expired on ");
    }

    [Fact]
    public void Connect_RigOfAnotherName_SaysBoth()
    {
        using var rig = new SecuredRig();

        Refused(rig, rig.Trusting, "rig2.lab")
            .ShouldContain("the certificate CN=rig1 is for localhost, 127.0.0.1, not for rig2.lab: ");
    }

    [Fact]
    public void Connect_PinnedRig_NeedsNoAuthorityAndNoName()
    {
        using var rig = new SecuredRig();

        LinkOutcome outcome =
            rig.Connect(new RigTlsOptions { Fingerprint = rig.Fingerprint }, out LinkClient? client, "rig2.lab");

        client?.Dispose();
        outcome.ToString().ShouldBe("Ok");
    }

    [Fact]
    public void Connect_OtherThanThePinnedRig_IsNotTrusted()
    {
        using var rig = new SecuredRig();

        Refused(rig, new RigTlsOptions { Fingerprint = new string('0', 64) })
            .ShouldContain($"has the fingerprint {rig.Fingerprint}, not the one that is trusted");
    }

    [Fact]
    public void Connect_CertificateOfTheLab_IsLetIn()
    {
        using var rig = new SecuredRig(demandsCertificate: true);

        rig.Connect(rig.Showing(rig.Authority), out LinkClient? client).ToString().ShouldBe("Ok");

        using (client)
            ReadBlock(client!).ShouldBeGreaterThan(LinkBlockHeader.Bytes);
    }

    [Fact]
    public void Connect_NoCertificate_IsNotLetIn()
    {
        using var rig = new SecuredRig(demandsCertificate: true);

        Refused(rig, rig.Trusting).ShouldContain("does it accept the certificate of this client?");

        Eventually.True(() => rig.Server.Counters.Refused > 0, "the rig counts it");
        rig.Server.Counters.Accepted.ShouldBe(0);
    }

    [Fact]
    public void Connect_CertificateOfNobody_IsNotLetIn()
    {
        using var rig = new SecuredRig(demandsCertificate: true);

        Refused(rig, rig.Showing(null)).ShouldContain("does it accept the certificate of this client?");
    }

    [Fact]
    public void Connect_Token_IsLetIn()
    {
        using var rig = new SecuredRig(demandsToken: true);

        rig.Connect(WithToken(rig, rig.TokenFile), out LinkClient? client).ToString().ShouldBe("Ok");

        using (client)
            ReadBlock(client!).ShouldBeGreaterThan(LinkBlockHeader.Bytes);
    }

    [Fact]
    public void Connect_NoToken_EndsWithTheReason()
    {
        using var rig = new SecuredRig(demandsToken: true);

        EndOf(rig, rig.Trusting).ShouldBe("no valid hello: it has no token, and this link demands one");
        rig.Server.Counters.Sent.ShouldBe(0);
    }

    [Fact]
    public void Connect_WrongToken_EndsWithTheReason()
    {
        using var rig = new SecuredRig(demandsToken: true);

        EndOf(rig, WithToken(rig, rig.WriteSecret("wrong", "not-the-token")))
            .ShouldBe("no valid hello: its token is not the one of this link");
        rig.Server.Counters.Sent.ShouldBe(0);
    }

    [Fact]
    public void Connect_WithoutTlsToARigWithIt_IsToldSo()
    {
        using var rig = new SecuredRig();

        rig.Connect(null, out _).ToString()
            .ShouldBe("no valid hello: the rig sent a reason instead: this link has TLS; connect with tls://");
    }

    [Fact]
    public void Connect_WithTlsToARigWithoutIt_SaysSo()
    {
        using var rig = new SecuredRig(hasTls: false);

        Refused(rig, rig.Trusting).ShouldBe("no TLS with the peer: the peer does not speak TLS");
    }

    [Fact]
    public void Connect_AfterANewCertificate_ShowsIt()
    {
        using var rig = new SecuredRig();
        using X509Certificate2 next = TestCertificates.Create(Now, "rig1 of next year", authority: rig.Authority);
        rig.Replace(next);

        rig.Connect(rig.Trusting, out LinkClient? client);

        using (client)
            client!.Tls!.Peer.ShouldBe("CN=rig1 of next year");
    }

    [Fact]
    public void Connect_AfterACertificateThatCannotBeUsed_ShowsTheFormer()
    {
        using var rig = new SecuredRig();
        using X509Certificate2 old =
            TestCertificates.Create(Now, "old", fromDays: -9, untilDays: -1, authority: rig.Authority);
        rig.Replace(old);

        rig.Connect(rig.Trusting, out LinkClient? client);

        using (client)
            client!.Tls!.Peer.ShouldBe("CN=rig1");
    }

    [Fact]
    public void Run_RigThatIsNotTrusted_IsCountedAndLogged()
    {
        using var rig = new SecuredRig();
        var log = new LogLines<LinkSource>();
        RigTls tls = rig.Files(rig.Trusting, "rig2.lab");
        using RunningSource source = RunningSource.Link(rig.Server.Endpoint, log, tls: tls);

        Eventually.True(() => source.Source.Counters.Refusals > 0, "the rig is refused");
        Eventually.True(() => !log.All.IsEmpty, "it is logged");
        log.All.First().Text.ShouldContain("is not served: no TLS with the peer: the certificate CN=rig1 is for");
        source.Source.Counters.Connections.ShouldBe(0);
    }

    private static RigTlsOptions WithToken(SecuredRig rig, string file) =>
        new() { CaFile = rig.CaFile, TokenFile = file };

    private static string Refused(SecuredRig rig, RigTlsOptions tls, string host = "localhost")
    {
        LinkOutcome outcome = rig.Connect(tls, out LinkClient? client, host);
        client?.Dispose();
        outcome.Status.ShouldBe(LinkStatus.NotSecure, outcome.ToString());
        return outcome.ToString();
    }

    // The rig speaks first, so that it refuses a token after its hello, with a state.
    private static string EndOf(SecuredRig rig, RigTlsOptions tls)
    {
        rig.Connect(tls, out LinkClient? client).ToString().ShouldBe("Ok");
        using LinkClient connected = client!;
        string reason = "";
        LinkOutcome outcome = LinkOutcome.Pending;
        while (!outcome.IsFatal)
        {
            outcome = connected.Read(out LinkFrame frame, WaitMicroseconds);
            if (outcome.IsOk && frame.Type == LinkFrameType.State
                && LinkStateFrame.Read(frame.Body, out LinkStateFrame state).IsOk)
                reason = state.Reason;
        }

        return reason;
    }

    private static int ReadBlock(LinkClient client)
    {
        while (true)
        {
            LinkOutcome outcome = client.Read(out LinkFrame frame, WaitMicroseconds);
            outcome.IsFatal.ShouldBeFalse(outcome.ToString());
            if (outcome.IsOk && frame.Type == LinkFrameType.Block)
                return frame.Body.Length;
        }
    }
}
