import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { signOut } from '../access/session.ts';
import { useViewer } from '../access/viewer.ts';
import { useTexts } from '../language/speech.ts';

/** The way to sign in, or out. */
export function SessionLink() {
  const { app } = useTexts();
  const { facts, isKnown } = useViewer();
  if (typeof facts?.session === 'string') {
    return (
      <Button variant="default" size="xs" onClick={() => void signOut()}>
        {app.signOut}
      </Button>
    );
  }
  // Its place is kept until the service has told who is there.
  return (
    <Button component={Link} href="/sign-in" variant="default" size="xs" disabled={!isKnown}>
      {app.signIn}
    </Button>
  );
}
